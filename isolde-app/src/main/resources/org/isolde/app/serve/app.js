// The page: which part of it is shown follows from the address alone.

import { element, announce } from "./elements.js";
import { showList } from "./list.js";
import { showRun } from "./run.js";
import { showCompare } from "./compare.js";
import { showForm } from "./form.js";
import { showTests, showTest } from "./watch.js";

const main = document.getElementById("main");
let session = null;
let leave = null;
let turn = 0;

/** Asks the server; fails with its own words. */
async function api(path, body) {
  const request = { headers: { Accept: "application/json" } };
  if (body !== undefined) {
    request.method = "POST";
    request.body = JSON.stringify(body);
    request.headers["Content-Type"] = "application/json";
    request.headers["X-Isolde-Secret"] = session ? session.secret : "";
  }
  let response;
  try {
    response = await fetch("/api/" + path, request);
  } catch (problem) {
    throw new Error("The server does not answer; is 'isolde serve' still running?", { cause: problem });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const problem = new Error(answer.error || "The server answered " + response.status + ".");
    problem.status = response.status;
    throw problem;
  }
  return answer;
}

/** Goes to another part of the page, as a link does. */
function go(address) {
  history.pushState(null, "", address);
  show(true);
}

function title(text) {
  document.title = text ? text + " – Isolde" : "Isolde";
}

async function show(moved) {
  const mine = ++turn;
  if (leave) {
    leave();
    leave = null;
  }
  const parts = location.pathname.split("/").slice(1).map(decodeURIComponent);
  try {
    if (!session) {
      session = await api("session");
      navigation();
    }
    mark(parts[0]);
    const context = { api, go, title, session, isShown: () => mine === turn };
    const shown = await part(parts, context);
    if (mine !== turn) {
      if (shown.leave) {
        shown.leave();
      }
      return;
    }
    leave = shown.leave || null;
    main.replaceChildren(...shown.content);
  } catch (problem) {
    if (mine !== turn) {
      return;
    }
    main.replaceChildren(problem.status === 401 ? login() : failure(problem));
  }
  if (moved) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
    announce(document.title);
  }
}

function part(parts, context) {
  switch (parts[0]) {
    case "runs": return showRun(context, parts[1]);
    case "compare": return showCompare(context);
    case "new": return showForm(context);
    case "tests": return parts[1] ? showTest(context, parts[1]) : showTests(context);
    default: return showList(context);
  }
}

function navigation() {
  const links = [["/", "Runs"]];
  if (session.allowTests) {
    links.push(["/new", "New test"], ["/tests", "Tests"]);
  }
  document.getElementById("navigation").replaceChildren(...links.map(([to, name]) => element("a", { href: to }, name)));
  document.getElementById("folder").textContent = session.folder;
}

function mark(first) {
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === "/" + first) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

function failure(problem) {
  title("Problem");
  return element("div", { class: "card" }, element("h1", {}, "This can't be shown"),
    element("p", { class: "problem", role: "alert" }, problem.message), element("a", { href: "/" }, "All runs"));
}

function login() {
  title("Token");
  const token = element("input", { type: "password", id: "token", autocomplete: "current-password", required: true });
  const problem = element("p", { class: "problem", role: "alert" });
  return element("form", {
    class: "card",
    onsubmit: async (event) => {
      event.preventDefault();
      try {
        await api("login", { token: token.value });
        show(true);
      } catch (refused) {
        problem.textContent = refused.message;
        token.focus();
      }
    },
  }, element("h1", {}, "Who is there?"),
  element("p", { class: "lead" }, "This page asks for the token that the server was started with (--token-file)."),
  problem, element("label", { for: "token" }, "Token"), element("p", {}, token), element("button", { class: "main" }, "Open"));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest ? event.target.closest("a") : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return;
  }
  const ours = link.origin === location.origin && !link.pathname.startsWith("/api/");
  if (ours && !link.target && !link.hasAttribute("download") && !link.getAttribute("href").startsWith("#")) {
    event.preventDefault();
    go(link.href);
  }
});
window.addEventListener("popstate", () => show(true));
show(false);
