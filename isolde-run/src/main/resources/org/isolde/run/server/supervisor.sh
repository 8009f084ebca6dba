# Ends what Isolde started, and removes its folder, when Isolde is gone, however it went.
#
#   sh -c "$(cat supervisor.sh)" isolde-supervisor FOLDER SIGNAL SECONDS
#
# Standard input is a pipe whose other end only Isolde holds: end of file means that it has closed it, exited, or been
# killed. A server enters itself in FOLDER/groups, by an empty file named after its process group, before it begins.
# SIGNAL is what servers get first; SECONDS later it is KILL.
folder=$1 signal=$2 seconds=$3
# What ends Isolde (Ctrl-C, a hang-up) shall not end this.
trap '' INT TERM HUP QUIT PIPE
cd / || exit 1
while read -r _; do :; done

# From here on no server can enter itself: one that is late finds no folder to do so, and exits. If there is none yet, no
# server has been started.
mv "$folder/groups" "$folder/ended" || { rm -rf "$folder"; exit 1; }

# Processes that left their group, as PostgreSQL's backends do, still work in the folder.
strays() {
  for process in /proc/[0-9]*; do
    case $(readlink "$process/cwd" 2>/dev/null) in
      "$folder"/*) echo "${process#/proc/}" ;;
    esac
  done
}
# Zombies, which have ended but not been waited for, have no folder to work in; a group of them still takes signals.
groups() {
  for entry in "$folder/ended"/*; do
    [ -e "$entry" ] && echo "${entry##*/}"
  done
}

if [ "$signal" != KILL ]; then
  for group in $(groups); do
    kill -s "$signal" "$group" 2>/dev/null
    kill -s CONT -- "-$group" 2>/dev/null
  done
  tenths=$((seconds * 10))
  while [ "$tenths" -gt 0 ] && [ -n "$(strays)" ]; do
    sleep 0.1
    tenths=$((tenths - 1))
  done
fi
for group in $(groups); do
  kill -s KILL -- "-$group" 2>/dev/null
done
tries=100
while [ "$tries" -gt 0 ]; do
  left=$(strays)
  [ -z "$left" ] && break
  for process in $left; do
    kill -s KILL "$process" 2>/dev/null
  done
  sleep 0.02
  tries=$((tries - 1))
done
rm -rf "$folder"
