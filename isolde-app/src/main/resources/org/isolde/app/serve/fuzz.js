// A run of 'isolde fuzz': what was found, with its script and how to see it again; how far it came, and what was covered.

import { element, tile, table, row, pairs, count, percent, seconds } from "./elements.js";

const OPEN = 1;

/** The figures at the top. */
export function fuzzTiles(result) {
  const kinds = Object.values(result.kinds || {});
  return element("dl", { class: "tiles" },
    tile("Findings", count((result.findings || []).length)), tile("Cases", count(result.cases)),
    tile("Cases per second", result.seconds ? (result.cases / result.seconds).toFixed(1) : "–"),
    tile("Statements compared", percent(result.statements ? result.compared / result.statements : null)),
    tile("Discarded cases", count(sum(result.discardedCases))),
    tile("Kinds covered", `${kinds.filter((times) => times > 0).length} of ${kinds.length}`),
    tile("Ran for", seconds(result.seconds)));
}

/** What was found, and how it went. */
export function fuzzDetails(result, files) {
  return [findings(result.findings || [], files), known(result.known || [], files), figures(result), coverage(result.kinds || {})];
}

function sum(counts) {
  return Object.values(counts || {}).reduce((all, each) => all + each, 0);
}

function findings(all, files) {
  return element("section", { class: "card" }, element("h2", {}, `Findings (${all.length})`),
    all.length === 0 ? element("p", { class: "faint" }, "Nothing was found.") : all.map((each, number) => finding(each, files, number < OPEN)));
}

/** What is known of the database already, and is no finding. */
function known(all, files) {
  return all.length === 0 ? null
    : element("section", { class: "card" }, element("h2", {}, `Known before (${all.length})`), all.map((each) => finding(each, files, false)));
}

function finding(each, files, open) {
  const address = (name) => files + (each.folder + "/" + name).split("/").map(encodeURIComponent).join("/");
  const script = element("pre", { tabindex: "0", "aria-label": "Script" }, "…");
  const fill = async () => {
    if (script.dataset.filled) {
      return;
    }
    script.dataset.filled = "yes";
    try {
      const answer = await fetch(address("script.sql"));
      script.textContent = answer.ok ? await answer.text() : "The script is not there any more.";
    } catch (problem) {
      script.textContent = "The script can't be read: " + problem.message;
    }
  };
  const details = element("details", { class: "anomaly", open, ontoggle: () => { if (details.open) { fill(); } } },
    element("summary", {}, each.cause, element("span", { class: "faint" },
      ` ${each.transactions} transactions, ${each.statements} statements · case ${each.case}`)),
    element("div", {},
      pairs([["Expected", element("code", {}, each.expected)], ["But got", element("code", {}, each.actual)],
        ...(each.knownAs ? [["Known as", `${each.knownAs}: ${each.sentence} See ${each.reference}`]] : [])]),
      element("p", {}, link(address("report.html"), "Open the report"), " · ", link(address("script.sql"), "script.sql"), " · ",
        link(address("terminals.txt"), "what to type into which terminal")),
      script));
  return details;
}

function link(href, text) {
  return element("a", { href, target: "_blank", rel: "noopener" }, text);
}

function figures(result) {
  const time = result.time || {};
  const all = sum(time);
  const reasons = (title, counts) => {
    const rows = Object.entries(counts || {});
    return rows.length ? [element("h3", {}, title), table(title, ["Reason", "Times"], rows.map(([reason, times]) => row(reason, [count(times)])))] : null;
  };
  return element("section", { class: "card" }, element("h2", {}, "How it went"),
    pairs([["Executions", count(result.executions)], ["Statements", `${count(result.statements)}, ${count(result.compared)} compared`],
      ["Refused", percent(result.refusedStatements) + " of the statements that were made"],
      ["Repeated", `${count(result.repeated)} mismatches of causes that were found before`],
      ["Known", `${count(result.knownMismatches || 0)} mismatches that are known of the database, and no findings`],
      ["Unconfirmed", `${count(result.unconfirmed)} mismatches that did not come again`],
      ["Time", Object.entries(time).sort().map(([what, spent]) => `${percent(all ? spent / all : 0)} ${what}`).join(", ")]]),
    reasons("Why cases were discarded", result.discardedCases), reasons("Why statements were refused", result.refusedBecause));
}

function coverage(kinds) {
  const never = Object.keys(kinds).filter((kind) => kinds[kind] === 0);
  return element("section", { class: "card" }, element("details", {}, element("summary", {}, "Kinds of statements and predicates"),
    element("div", {}, never.length ? element("p", {}, "Not yet: " + never.join(", ") + ".") : null,
      table("Kinds and how often they came", ["Kind", "Times"], Object.entries(kinds).sort((one, other) => other[1] - one[1])
        .map(([kind, times]) => row(kind, [count(times)]))))));
}
