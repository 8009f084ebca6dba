// The live page of a monitor. Whatever comes from the stream goes through text nodes: nothing here ever makes HTML of a string.

import { draw } from "/assets/chart.js";

const SHOWN = 200;
const CHART_MILLIS = 5000;

const MEANINGS = {
  EXT: "A transaction read something else than what was committed when it started: the database showed it a wrong or torn state.",
  INT: "A transaction did not see what it had itself read or written before.",
  NOCONFLICT: "Two transactions that ran at the same time changed the same key, and both were committed: one update can be lost.",
  SESSION: "A client's next transaction did not see its previous one, or one in between never arrived here.",
  START_AFTER_COMMIT: "A transaction says that it started after it was committed: its timestamps can't be right.",
  SAME_COMMIT: "Two transactions changed the same key with the same commit timestamp: which came last can't be told.",
};

const VERDICTS = {
  satisfied: "no violation so far",
  violated: "violations found",
  undecided: "no violation, but some reads can't be judged",
};

const counts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const $ = id => document.getElementById(id);

function element(tag, ...children) {
  const node = document.createElement(tag);
  node.append(...children);
  return node;
}

function duration(seconds) {
  if (seconds < 1) {
    return (seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0) + " ms";
  }
  return seconds.toFixed(1) + " s";
}

function figures(status) {
  return [
    ["received", counts.format(status.received)],
    ["received a second", counts.format(status.receivedPerSecond)],
    ["checked a second", counts.format(status.checkedPerSecond)],
    ["waiting to be checked", counts.format(status.lagTransactions)],
    ["behind by", duration(status.lagSeconds)],
    ["arrival to first verdict, median", duration(status.firstVerdictSeconds.median)],
    ["verdicts still open", counts.format(status.open)],
    ["verdicts that changed their mind", counts.format(status.flipFlops)],
    ["came twice, dropped", counts.format(status.duplicates)],
    ["state in memory", (status.memory / 1048576).toFixed(1) + " MiB"],
  ];
}

function show(status) {
  $("content").hidden = false;
  const verdict = status.problem ? "violated" : status.verdict;
  $("verdict").className = verdict;
  const words = status.problem ? "stopped" : VERDICTS[status.verdict];
  if ($("verdict").textContent !== words) {
    $("verdict").textContent = words;
  }
  $("problem").hidden = !status.problem;
  $("problem").textContent = status.problem ? "The monitor takes no more transactions: " + status.problem : "";
  $("what").textContent = "Is the level " + (status.level === "si" ? "snapshot isolation" : "serializability")
    + " kept? A verdict on a read is final " + duration(status.settleSeconds)
    + " after the transaction came; until then a late transaction can still explain it.";
  $("figures").replaceChildren(...figures(status).map(([name, value]) => element("div", element("dt", name), element("dd", value))));
  const kinds = { ...status.counts, ...status.timestamps };
  $("kinds").tBodies[0].replaceChildren(...Object.entries(MEANINGS).map(([kind, meaning]) => {
    const row = element("tr", element("td", kind), element("td", counts.format(kinds[kind] || 0)), element("td", meaning));
    row.className = kinds[kind] ? "found" : "";
    return row;
  }));
}

function add(violation) {
  const list = $("violations");
  $("none").hidden = true;
  list.prepend(element("li", violation.says, element("small", violation.kind + ", number " + violation.n + ", " + violation.time)));
  while (list.children.length > SHOWN) {
    list.lastElementChild.remove();
  }
}

/** The server keeps the last hour, so that the chart is there for whoever comes later. */
function chart() {
  fetch("/v1/timeline")
    .then(response => response.json())
    .then(timeline => draw($("chart"), timeline.samples), () => {});
}

function connect() {
  chart();
  setInterval(chart, CHART_MILLIS);
  events();
}

function events() {
  const source = new EventSource("/v1/events");
  source.addEventListener("open", () => {
    $("violations").replaceChildren();
    $("none").hidden = false;
  });
  source.addEventListener("status", event => show(JSON.parse(event.data)));
  source.addEventListener("violation", event => add(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    $("verdict").className = "";
    $("verdict").textContent = "the monitor does not answer";
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(events, 2000);
    }
  });
}

$("login").addEventListener("submit", event => {
  event.preventDefault();
  location.assign("/?token=" + encodeURIComponent($("token").value.trim()));
});

fetch("/v1/status").then(response => {
  if (response.status === 401) {
    $("verdict").textContent = "locked";
    $("login").hidden = false;
  } else {
    connect();
  }
}, connect);
