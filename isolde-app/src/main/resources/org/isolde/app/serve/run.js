// One run: what was found, how it went, and how to repeat it.

import { element, announce, badge, standing, tile, table, row, pairs, count, percent, millis, seconds, size, moment } from "./elements.js";
import { fuzzTiles, fuzzDetails } from "./fuzz.js";

const STORIES_OPEN = 2;
const MOST_STORIES = 100;

export async function showRun(context, name) {
  const run = await context.api("runs/" + encodeURIComponent(name));
  const files = "/api/runs/" + encodeURIComponent(run.name) + "/files/";
  const survey = run.workload === "survey";
  const page = files + (survey ? "survey.html" : "report.html");
  const what = [run.database || run.target || run.name, run.isolation && !survey ? "at " + run.isolation.replaceAll("-", " ").toUpperCase() : ""].join(" ").trim();
  context.title(what);
  const rounds = (run.result && Array.isArray(run.result.rounds)) ? run.result.rounds : [];
  const fuzzed = run.workload === "fuzz" && run.state === "finished";
  const details = element("div", {}, fuzzed ? fuzzDetails(run.result, files) : null);
  const violated = rounds.findIndex((round) => Object.values(verdicts(round)).includes("violated"));
  if (!fuzzed) {
    drawRound(details, rounds, Math.max(0, violated));
  }

  return {
    content: [
      element("p", {}, element("a", { href: "/" }, "← All runs")),
      element("h1", {}, what, badge(standing(run))),
      element("p", { class: "lead" }, [run.time ? moment(run.time) : null, run.levels.length ? "checked: " + run.levels.join(", ") : null,
        run.workload, run.sessions ? run.sessions + " sessions" : null, run.name].filter(Boolean).join(" · ")),
      run.report ? element("p", {}, element("a", { class: "button main", href: page, target: "_blank", rel: "noopener" }, survey ? "Open the survey" : "Open the report")) : null,
      run.problem ? element("p", { class: "problem" }, run.problem) : null,
      fuzzed ? fuzzTiles(run.result) : null,
      run.committed === null ? null : element("dl", { class: "tiles" },
        tile("Committed", count(run.committed)), tile("Per second", count(run.throughput)), tile("Aborted", percent(run.abortRate)),
        tile("Median latency", millis(run.median)), tile("99th percentile", millis(run.p99)), tile("Ran for", seconds(run.seconds)),
        tile("Rounds", count(run.rounds))),
      answer((run.result || {}).answer, (run.result || {}).interrupted),
      element("div", { class: "columns" },
        element("div", {}, run.report ? report(page, survey ? "survey" : "report") : null, details, log(run)),
        element("div", {}, repeat(run, context.session.folder), parameters(run), fileList(run, files))),
    ].filter(Boolean),
  };
}

/** What it comes to for whoever runs an application on the database. */
function answer(told, interrupted) {
  if (!told || !told.asked) {
    return null;
  }
  const amount = told.amount || {};
  const kept = { kept: "was kept in this run", broken: "was broken", open: "was not checked as a whole" }[told.kept] || told.kept;
  const happened = (each) => each.happened === null ? "can't show here" : !each.happened ? "not seen"
    : element("strong", {}, each.times ? (each.times === 1 ? "once" : count(each.times) + " times") : "happened");
  return element("section", { class: "card", id: "answer" }, element("h2", {}, "Am I safe?"),
    interrupted ? element("p", { class: "warning" }, "The test was interrupted: what was recorded until then has been checked, and nothing more.") : null,
    pairs([["Asked for", told.asked], ["It promises", told.promise], ["The promise", kept],
      ["That stands on", `${count(amount.committed)} committed transactions` + (amount.conflicts === null || amount.conflicts === undefined ? "" : `, ${count(amount.conflicts)} conflicts`)]]),
    amount.little && told.kept !== "broken" ? element("p", { class: "warning" }, "Little evidence: a violation may well not have shown."
      + ((amount.try || []).length ? " Try " + amount.try.join(", and ") + "." : "")) : null,
    (told.canHappen || []).length ? [element("h3", {}, "What can happen at this level, and what did"),
      element("div", { class: "stacked" }, table("What can happen", ["What", "In this run", "At this level", "That is"], told.canHappen.map((each) =>
        row(each.name, [happened(each), each.forbidden ? "promised not to happen" : "let happen", each.meaning], { class: each.forbidden && each.happened ? "differs" : null }))))] : null,
    (told.toDo || []).length ? [element("h3", {}, "What to do"), element("ul", {}, told.toDo.map((each) => element("li", {}, each)))] : null);
}

function verdicts(round) {
  return (round.check && round.check.verdicts) || {};
}

/** The worst verdict of a round. */
function together(round) {
  const all = Object.values(verdicts(round));
  return all.includes("violated") ? "violated" : all.includes("satisfied") && !all.includes("undecided") ? "satisfied" : "undecided";
}

/** The report brings its own scripts along, so it is shown in a frame that can do nothing but show itself. */
function report(address, word) {
  const details = element("details", {
    class: "report",
    ontoggle: () => {
      if (details.open && !details.querySelector("iframe")) {
        details.append(element("iframe", { src: address, title: `The ${word} of this run`, sandbox: "allow-scripts allow-downloads" }));
      }
    },
  }, element("summary", {}, `Show the ${word} here`));
  return element("section", { class: "card" }, details);
}

function drawRound(place, rounds, index) {
  if (rounds.length === 0) {
    place.replaceChildren();
    return;
  }
  const round = rounds[index];
  const check = round.check || {};
  const parts = [];
  if (rounds.length > 1) {
    const choose = (number) => { drawRound(place, rounds, number); place.querySelector("[aria-pressed=true]").focus(); announce("Round " + (number + 1)); };
    parts.push(element("section", { class: "card", id: "rounds" }, element("h2", {}, `All ${count(rounds.length)} rounds`),
      element("div", { class: "all-rounds" }, table("Rounds", ["Round", "Verdict", "Committed", "Aborted", "Anomalies"], rounds.map((each, number) =>
        row(element("button", { class: "chip", type: "button", "aria-pressed": String(number === index), onclick: () => choose(number) }, "Round " + each.round),
          [badge(together(each)), count(each.run && each.run.committed), percent(each.run && each.run.abortRate),
            [...new Set(((each.check && each.check.anomalies) || []).map((anomaly) => anomaly.name))].join(", ") || "none"],
          { class: number === index ? "differs" : null }))))));
  }
  parts.push(element("section", { class: "card" }, element("h2", {}, "Verdicts"),
    round.notChecked ? element("p", { class: "problem" }, "This round could not be checked: " + round.notChecked) : null,
    round.runEndedBy ? element("p", { class: "problem" }, "The run was ended by: " + round.runEndedBy) : null,
    classification(check), verdictTable(check),
    (round.complaints || []).map((complaint) => element("p", { class: "problem" }, "The workload itself complains: " + complaint))));
  if (check.anomalies && check.anomalies.length) {
    const shown = check.anomalies.slice(0, MOST_STORIES);
    parts.push(element("section", { class: "card" }, element("h2", {}, `Anomalies (${check.anomalies.length})`),
      shown.map((anomaly, number) => story(anomaly, number < STORIES_OPEN)),
      shown.length < check.anomalies.length ? element("p", { class: "faint" }, "The others are in verdict.json.") : null));
  }
  parts.push(figures(round));
  place.replaceChildren(...parts);
}

function classification(check) {
  const found = check.classification || {};
  const strongest = found.strongest || [];
  const weakest = found.weakest || [];
  if (!weakest.length) {
    return null;
  }
  return element("p", {}, "Broken: ", element("strong", {}, weakest.join(", ")), " and all that is stronger. ",
    strongest.length ? ["What still holds: ", element("strong", {}, strongest.join(", ")), "."] : "Nothing that was checked holds.");
}

function verdictTable(check) {
  const rows = Object.entries(check.verdicts || {}).reverse().map(([level, verdict]) =>
    row(level, [badge(verdict), (check.proof || {})[level] || "–",
      element("span", { class: "faint" }, (check.reasons || {})[level] || (check.algorithm || {})[level] || "")]));
  return rows.length ? element("div", { class: "tight stacked" }, table("Verdicts by level", ["Level", "Verdict", "Proof", "How it was decided"], rows)) : null;
}

function story(anomaly, open) {
  const about = [`breaks ${anomaly.level}`, anomaly.key !== null && anomaly.key !== undefined ? "key " + anomaly.key : null,
    (anomaly.transactions || []).map((id) => "T" + id).join(", ")].filter(Boolean).join(" · ");
  return element("details", { class: "anomaly", open },
    element("summary", {}, anomaly.name, anomaly.alias && anomaly.alias !== anomaly.name ? ` (${anomaly.alias})` : "", element("span", { class: "faint" }, " " + about)),
    element("div", {}, anomaly.cycle ? edges(anomaly.cycle) : element("p", { class: "story" }, anomaly.story),
      (anomaly.cases || []).map((each) => [element("h3", {}, each.claim), edges(each.cycle || [])])));
}

function edges(cycle) {
  const named = (id) => id === "initial" ? "the initial state" : "T" + id;
  return table("The cycle, edge by edge", ["From", "To", "Kind", "Because"], cycle.map((edge) => element("tr", {},
    element("th", { scope: "row" }, named(edge.from)), element("td", {}, named(edge.to)),
    element("td", {}, edge.kind), element("td", { class: "because" }, edge.because))));
}

function figures(round) {
  const run = round.run || {};
  const latency = run.latencyMillis || {};
  const reasons = Object.entries(run.reasons || {});
  return element("section", { class: "card" }, element("h2", {}, "How it ran"),
    pairs([["Committed", `${count(run.committed)} in ${seconds(run.seconds)}`], ["Rolled back on purpose", count(run.rolledBack)],
      ["Aborted", `${count(run.aborted)} (${percent(run.abortRate)})`], ["Of unknown outcome", count(run.unknown)],
      ["Operations", count(run.operations)],
      ["Latency", `${millis(latency.median)} median, ${millis(latency.p95)} p95, ${millis(latency.p99)} p99, ${millis(latency.max)} slowest`]]),
    reasons.length ? [element("h3", {}, "Why transactions were aborted"),
      table("Reasons for aborts", ["Reason", "Times"], reasons.map(([reason, times]) => row(reason, [count(times)])))] : null);
}

function repeat(run, folder) {
  if (!run.command) {
    return null;
  }
  return element("section", { class: "card" }, element("h2", {}, "Run it again"), command(run.command, "command"),
    run.verdict === "violated" && run.workload !== "survey" ? [element("h3", {}, "See whether just that happens again"), command(`${called(run)} replay ${quoted(folder + "/" + run.name)}`, "replay")] : null);
}

/** What was typed to call Isolde. */
function called(run) {
  const words = (run.result || {}).command;
  return Array.isArray(words) && words.length ? quoted(String(words[0])) : "isolde";
}

/** For a shell, as the server does it. */
function quoted(word) {
  return /^[A-Za-z0-9_./:,@%+=-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

function command(text, id) {
  const copy = element("button", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = "Copied";
        announce("Copied");
      } catch (problem) {
        copy.textContent = "Can't be copied here: " + problem.message;
      }
    },
  }, "Copy");
  return [element("pre", { id }, text), copy];
}

function parameters(run) {
  const entries = [];
  const collect = (prefix, object) => {
    for (const [name, value] of Object.entries(object || {})) {
      if (value !== null && typeof value === "object" && !Array.isArray(value)) {
        collect(name === "workloadOptions" ? "" : name + ".", value);
      } else {
        entries.push([prefix + name, Array.isArray(value) ? value.map((each) => typeof each === "object" ? JSON.stringify(each) : each).join(" to ") : String(value)]);
      }
    }
  };
  const { rounds, command, levels, verdict, problem, answer: shown, ...told } = run.result || {};
  // what fuzzing came to is shown elsewhere
  const result = run.workload === "survey" ? {} : run.workload === "fuzz" ? { ...told.options, oracle: ((told.options || {}).oracle || []).join(", "), databaseOptions: told.databaseOptions, java: told.java } : told;
  const { live, isolde, ...header } = run.header || {};
  collect("", { ...header, ...result });
  return entries.length ? element("section", { class: "card" }, element("h2", {}, "Parameters"), pairs(entries)) : null;
}

function fileList(run, files) {
  const address = (name) => files + name.split("/").map(encodeURIComponent).join("/");
  return element("section", { class: "card" }, element("h2", {}, "Files"),
    element("ul", { class: "files" }, run.files.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true })).map((file) => element("li", {},
      element("a", { href: address(file.name), target: "_blank", rel: "noopener" }, file.name),
      element("span", { class: "size" }, size(file.bytes)),
      element("a", { href: address(file.name) + "?download", download: true, "aria-label": "Download " + file.name }, "download")))));
}

function log(run) {
  return run.log ? element("section", { class: "card" }, element("h2", {}, "Log"), element("pre", { tabindex: "0", "aria-label": "Log" }, run.log)) : null;
}
