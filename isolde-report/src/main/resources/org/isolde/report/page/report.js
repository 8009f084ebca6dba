"use strict";
// Brings the report to life. Everything it shows is in the page already; it only moves, marks and copies.
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  // ---- a transaction's details

  let opener = null;

  function close(panel) {
    panel.hidden = true;
    all(".lit[data-transaction], tr.lit").forEach((each) => each.classList.remove("lit"));
    if (opener) {
      opener.focus();
      opener = null;
    }
  }

  function show(node) {
    const row = document.getElementById(node.dataset.transaction);
    const finding = node.closest(".finding");
    const panel = finding.querySelector(".panel");
    if (!row) {
      return;
    }
    all(".lit[data-transaction], tr.lit", finding).forEach((each) => each.classList.remove("lit"));
    all("[data-transaction]", finding)
      .filter((each) => each.dataset.transaction === row.id)
      .forEach((each) => each.classList.add("lit"));
    row.classList.add("lit");
    const head = document.createElement("h5");
    head.append(row.cells[0].textContent);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Close";
    button.addEventListener("click", () => close(panel));
    head.append(button);
    const list = document.createElement("dl");
    Array.from(row.cells).slice(1).forEach((cell) => {
      const term = document.createElement("dt");
      term.textContent = cell.dataset.label;
      const text = document.createElement("dd");
      cell.childNodes.forEach((child) => text.append(child.cloneNode(true)));
      list.append(term, text);
    });
    panel.replaceChildren(head, list);
    panel.setAttribute("role", "region");
    panel.setAttribute("aria-label", "Details of " + row.cells[0].textContent);
    panel.hidden = false;
    opener = node.hasAttribute("tabindex") ? node : null;
    panel.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
  }

  all("[data-transaction]").forEach((node) => {
    node.addEventListener("click", () => show(node));
    node.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        show(node);
      }
    });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      all(".panel").filter((panel) => !panel.hidden).forEach(close);
    }
  });

  // ---- arrows and their reasons light up together

  const steps = new Map();
  all("[data-step]").forEach((each) => {
    const name = each.dataset.step;
    steps.set(name, (steps.get(name) || []).concat(each));
  });
  steps.forEach((together) => {
    const light = (on) => () => together.forEach((each) => each.classList.toggle("lit", on));
    together.forEach((each) => {
      each.addEventListener("mouseenter", light(true));
      each.addEventListener("mouseleave", light(false));
      each.addEventListener("focus", light(true));
      each.addEventListener("blur", light(false));
    });
  });

  // ---- deep links open what they lead to

  function reveal() {
    const name = decodeURIComponent(location.hash.slice(1));
    const target = name && document.getElementById(name);
    if (target) {
      for (let each = target; each; each = each.parentElement) {
        if (each.tagName === "DETAILS") {
          each.open = true;
        }
      }
      target.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", reveal);
  all(".index a").forEach((link) => link.addEventListener("click", () => setTimeout(reveal, 0)));
  reveal();

  window.addEventListener("beforeprint", () => all("details").forEach((each) => (each.open = true)));

  // ---- pictures over time can be made larger, and moved by dragging

  all("[data-zoom]").forEach((frame) => {
    const picture = frame.querySelector("svg");
    const width = picture.width.baseVal.value;
    let scale = 1;
    function zoom(to) {
      const middle = (frame.scrollLeft + frame.clientWidth / 2) / scale;
      scale = Math.min(8, Math.max(1, to));
      picture.style.width = scale === 1 ? "" : width * scale + "px";
      picture.style.height = scale === 1 ? "" : "auto";
      frame.scrollLeft = middle * scale - frame.clientWidth / 2;
    }
    const bar = document.createElement("p");
    bar.className = "zoom";
    [["+", "Larger", () => zoom(scale * 2)], ["\u2212", "Smaller", () => zoom(scale / 2)], ["Whole", "All of it", () => zoom(1)]]
      .forEach(([text, label, action]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.setAttribute("aria-label", label + ": " + frame.getAttribute("aria-label"));
        button.addEventListener("click", action);
        bar.append(button);
      });
    frame.before(bar);
    let from = null;
    frame.addEventListener("pointerdown", (event) => {
      // a finger scrolls by itself
      from = event.pointerType === "mouse" && scale > 1 ? [event.clientX + frame.scrollLeft, event.clientY + frame.scrollTop] : null;
    });
    window.addEventListener("pointermove", (event) => {
      if (from) {
        frame.scrollLeft = from[0] - event.clientX;
        frame.scrollTop = from[1] - event.clientY;
      }
    });
    window.addEventListener("pointerup", () => { from = null; });
  });

  // ---- copying

  all("[data-copy]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(text.textContent);
        button.textContent = "Copied";
      } catch (refused) {
        // a browser that refuses still lets the reader copy by hand
        getSelection().selectAllChildren(text);
        button.textContent = "Selected: press Ctrl+C";
      }
    });
  });
})();
