"use strict";
/* The report: its sections, as the data gives them, and below them the items. */
(() => {
  const { el, t, data } = Bench;
  const text = (value) => (typeof value === "string" ? value : value[Bench.language]);
  const charts = new Map();

  function cell(value) {
    const lines = Array.isArray(value) ? value : [value];
    return lines.map((line, number) => (number ? el("small", {}, text(line)) : el("span", { class: "first" }, text(line))));
  }

  function table(shown) {
    const prose = new Set(shown.prose);
    const figure = (number) => (prose.has(number) ? "prose" : "number");
    const head = shown.head.map((title, number) => el("th", { scope: "col", class: number ? figure(number) : null }, text(title)));
    const rows = shown.rows.map((row) => el("tr", {}, row.map((value, number) =>
      (number ? el("td", { class: figure(number) }, cell(value)) : el("th", { scope: "row" }, cell(value))))));
    const title = text(shown.title);
    const grid = el("table", {}, el("caption", { class: shown.folded ? "visually-hidden" : null }, title), el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
    const region = rows.length ? [Bench.wide(title, grid)] : [el("h3", {}, title)];
    const notes = shown.notes.length ? [el("ul", { class: "soft table-notes" }, shown.notes.map((note) => el("li", {}, text(note))))] : [];
    return shown.folded ? el("details", {}, el("summary", {}, title), ...region, ...notes) : el("div", {}, ...region, ...notes);
  }

  /* A chart's host is made once: the frame draws into it again when language or colours change. */
  function chart(name) {
    if (!charts.has(name)) {
      const host = el("div", { class: "wide", tabindex: "0", role: "region" }, el("div", { class: "chart", "data-chart": name }));
      charts.set(name, { host, caption: el("figcaption"), figure: el("figure", { class: "drawn" }) });
    }
    const { host, caption, figure } = charts.get(name);
    caption.textContent = text(data.captions[name]);
    host.setAttribute("aria-label", caption.textContent);
    figure.replaceChildren(caption, host);
    return figure;
  }

  function section(part) {
    return el("section", { id: part.name, "aria-labelledby": part.name + "-title" },
      el("h2", { id: part.name + "-title" }, t("section." + part.name)),
      ...part.warnings.map((warning) => el("p", { class: "notice" }, text(warning))),
      ...(part.lead.length ? [el("ul", { class: "lead" }, part.lead.map((sentence) => el("li", {}, text(sentence))))] : []),
      ...part.notes.map((note) => el("p", { class: "soft" }, text(note))),
      el("div", { class: "pieces" }, ...part.parts.map((piece) => (typeof piece === "string" ? chart(piece) : table(piece)))));
  }

  function draw() {
    const links = [...data.sections.map((part) => [part.name, t("section." + part.name)]), ["items", t("items")]];
    document.querySelector("#parts ol").replaceChildren(...links.map(([name, title]) => el("li", {}, el("a", { href: "#" + name }, title))));
    document.getElementById("sections").replaceChildren(...data.sections.map(section));
    Items.draw();
  }

  Bench.onLanguage(draw);
  Bench.start();
  Items.follow();
})();
