// The list of runs: sorted by any column, filtered by text, verdict and database; how, stands in the address.

import { element, announce, badge, standing, count, percent, moment } from "./elements.js";

const COLUMNS = [
  { id: "time", name: "Time", value: (run) => run.time || "", down: true },
  { id: "database", name: "Database", value: (run) => run.target || run.database || "" },
  { id: "isolation", name: "Isolation", value: (run) => run.isolation || "" },
  { id: "level", name: "Level", value: (run) => run.levels.join(", ") },
  { id: "workload", name: "Workload", value: (run) => run.workload || "" },
  { id: "sessions", name: "Sessions", value: (run) => run.sessions, number: true },
  { id: "committed", name: "Committed", value: (run) => run.committed, number: true },
  { id: "throughput", name: "Per second", value: (run) => run.throughput, number: true },
  { id: "aborts", name: "Aborted", value: (run) => run.abortRate, number: true },
  { id: "verdict", name: "Verdict", value: standing },
  { id: "anomalies", name: "Anomalies", value: (run) => run.anomalies.length, number: true },
];
const PORTION = 300;
const NAMES = 2;
const REFRESH_MILLIS = 2000;
/** How many times rarer it is looked for news while nothing runs. */
const RESTING = 8;

/** The first names, and how many others. */
function few(names) {
  return names.length <= NAMES ? names.join(", ") : `${names.slice(0, NAMES).join(", ")} and ${names.length - NAMES} more`;
}

export async function showList(context) {
  context.title("Runs");
  let runs = (await context.api("runs")).runs;
  const picked = new Set();
  let shown = PORTION;

  const body = element("tbody", {});
  const summary = element("p", { class: "faint", role: "status" });
  const chips = element("div", { class: "chips", role: "group", "aria-label": "Verdict" });
  const search = element("input", {
    type: "search", id: "search", placeholder: "Database, workload, anomaly, name …", oninput: () => change({ q: search.value }),
  });
  const database = element("select", { id: "database", onchange: () => change({ db: database.value }) });
  const compare = element("button", {
    class: "main", type: "button",
    onclick: () => context.go("/compare?runs=" + [...picked].map(encodeURIComponent).join("/")),
  });
  const more = element("button", { type: "button", onclick: () => { shown += PORTION; draw(); } });
  const heads = COLUMNS.map((column) => element("th", { scope: "col", class: column.number && column.id !== "anomalies" ? "number" : null },
    element("button", { type: "button", "data-column": column.id, onclick: () => sort(column) }, column.name)));

  function state() {
    const query = new URLSearchParams(location.search);
    const column = COLUMNS.find((one) => one.id === query.get("sort")) || COLUMNS[0];
    const order = query.get("order");
    return {
      q: query.get("q") || "", verdict: query.get("verdict") || "", db: query.get("db") || "", column,
      down: order ? order === "down" : Boolean(column.down || column.number),
    };
  }

  function change(what) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(what)) {
      if (value) {
        query.set(name, value);
      } else {
        query.delete(name);
      }
    }
    history.replaceState(null, "", "/" + (query.size ? "?" + query : ""));
    shown = PORTION;
    draw();
  }

  function sort(column) {
    const now = state();
    const down = now.column === column ? !now.down : Boolean(column.down || column.number);
    change({ sort: column.id, order: down ? "down" : "up" });
    announce(`Sorted by ${column.name}, ${down ? "descending" : "ascending"}`);
  }

  function matches(run, now) {
    const text = [run.name, run.target, run.database, run.isolation, run.levels.join(" "), run.workload, standing(run), run.problem,
      run.anomalies.join(" ")].join(" ").toLowerCase();
    return (!now.db || (run.target || "") === now.db)
      && now.q.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }

  function ordered(list, now) {
    const value = now.column.value;
    const compared = (one, other) => {
      const a = value(one);
      const b = value(other);
      // what is not known stands last, whatever the order
      if (a === null || a === undefined || b === null || b === undefined) {
        return (a === null || a === undefined) - (b === null || b === undefined);
      }
      return (typeof a === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true })) * (now.down ? -1 : 1);
    };
    return list.slice().sort(compared);
  }

  function draw() {
    const now = state();
    if (document.activeElement !== search) {
      search.value = now.q;
    }
    const targets = [...new Set(runs.map((run) => run.target).filter(Boolean))].sort();
    database.replaceChildren(element("option", { value: "" }, "All databases"),
      ...targets.map((target) => element("option", { value: target, selected: target === now.db }, target)));
    const found = runs.filter((run) => matches(run, now));
    drawChips(found, now);
    const rows = ordered(found.filter((run) => !now.verdict || standing(run) === now.verdict), now);
    heads.forEach((head, index) => {
      if (COLUMNS[index] === now.column) {
        head.setAttribute("aria-sort", now.down ? "descending" : "ascending");
      } else {
        head.removeAttribute("aria-sort");
      }
    });
    body.replaceChildren(...rows.slice(0, shown).map(line));
    if (rows.length === 0) {
      body.replaceChildren(element("tr", {}, element("td", { colspan: COLUMNS.length + 1, class: "empty" },
        runs.length ? "No run fits these filters." : "There are no runs yet. Run 'isolde test', and it shows up here.")));
    }
    more.hidden = rows.length <= shown;
    more.textContent = `Show more (${count(rows.length - shown)} are left)`;
    summary.textContent = rows.length === runs.length ? `${count(runs.length)} runs` : `${count(rows.length)} of ${count(runs.length)} runs`;
    drawCompare();
  }

  function drawChips(found, now) {
    const numbers = new Map();
    found.forEach((run) => numbers.set(standing(run), (numbers.get(standing(run)) || 0) + 1));
    const known = ["violated", "undecided", "satisfied", "running", "broken-off", "damaged"];
    const focused = document.activeElement && document.activeElement.dataset.verdict;
    const chip = (word, label) => element("button", {
      type: "button", class: "chip", "data-verdict": word || "all", "aria-pressed": String(now.verdict === word), onclick: () => change({ verdict: word }),
    }, label);
    chips.replaceChildren(chip("", `All ${count(found.length)}`),
      ...known.filter((word) => numbers.has(word) || now.verdict === word)
        .map((word) => chip(word, `${word.replace("-", " ")} ${count(numbers.get(word) || 0)}`)));
    if (focused) {
      const again = chips.querySelector(`[data-verdict="${focused}"]`);
      if (again) {
        again.focus();
      }
    }
  }

  function drawCompare() {
    compare.disabled = picked.size < 2;
    compare.textContent = picked.size < 2 ? "Compare: pick two or more" : `Compare ${picked.size} runs`;
  }

  function line(run) {
    const pick = element("input", {
      type: "checkbox", "aria-label": "Compare " + run.name, checked: picked.has(run.name),
      onchange: () => { pick.checked ? picked.add(run.name) : picked.delete(run.name); drawCompare(); },
    });
    return element("tr", { "data-run": run.name },
      element("td", {}, pick),
      element("th", { scope: "row" }, element("a", { href: "/runs/" + encodeURIComponent(run.name) }, run.time ? moment(run.time) : run.name),
        run.time ? null : element("span", { class: "sub" }, "no time known")),
      element("td", {}, run.target || element("span", { class: "faint" }, run.state === "damaged" ? run.name : "–"),
        element("span", { class: "sub", title: run.database }, run.database)),
      element("td", {}, run.isolation || "–"),
      element("td", {}, run.levels.join(", ") || "–"),
      element("td", {}, run.workload || "–"),
      element("td", { class: "number" }, run.sessions ?? "–"),
      element("td", { class: "number" }, count(run.committed)),
      element("td", { class: "number" }, count(run.throughput)),
      element("td", { class: "number" }, percent(run.abortRate)),
      element("td", {}, badge(standing(run)),
        run.problem ? element("span", { class: "sub", title: run.problem }, run.problem) : null),
      element("td", { class: "wide", title: run.anomalies.join(", ") }, few(run.anomalies)));
  }

  draw();
  // while a run goes on its line changes; not under the fingers of whoever is in the table
  let rest = 0;
  const timer = setInterval(async () => {
    rest = (rest + 1) % RESTING;
    const live = rest === 0 || runs.some((run) => run.state === "running");
    if (!live || document.hidden || body.contains(document.activeElement)) {
      return;
    }
    try {
      const fresh = (await context.api("runs")).runs;
      if (context.isShown() && JSON.stringify(fresh) !== JSON.stringify(runs)) {
        runs = fresh;
        draw();
      }
    } catch (problem) {
      summary.textContent = problem.message;
    }
  }, REFRESH_MILLIS);

  return {
    leave: () => clearInterval(timer),
    content: [
      element("h1", {}, "Runs"),
      summary,
      element("div", { class: "tools" },
        element("div", {}, element("label", { for: "search" }, "Search"), search),
        element("div", {}, element("label", { for: "database" }, "Database"), database),
        chips,
        element("div", { class: "push" }, compare)),
      element("div", { class: "card runs scroll" }, element("table", { id: "runs" },
        element("caption", { class: "unseen" }, "Runs; the buttons in the heads sort"),
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, element("span", { class: "unseen" }, "Compare")), heads)),
        body)),
      more,
    ],
  };
}
