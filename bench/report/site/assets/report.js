"use strict";
/* The report: the score and the verdict first, categories and outcomes, the items, and then everything else. */
(() => {
  const { el, t, data } = Bench;
  const text = (value) => (typeof value === "string" ? value : value[Bench.language]);
  const charts = new Map();
  /* What a figure means, by its name in the language of the page. */
  let meanings = new Map();
  const named = (value) => Bench.term(text(value), meanings.get(text(value)));

  function cell(value) {
    const lines = Array.isArray(value) ? value : [value];
    return lines.map((line, number) => (number ? el("small", {}, text(line)) : el("span", { class: "first" }, text(line))));
  }

  function table(shown) {
    const prose = new Set(shown.prose);
    const figure = (number) => (prose.has(number) ? "prose" : "number");
    const head = shown.head.map((title, number) => el("th", { scope: "col", class: number ? figure(number) : null }, named(title)));
    const label = (value) => (Array.isArray(value) || !meanings.has(text(value)) ? cell(value) : named(value));
    const rows = shown.rows.map((row) => el("tr", {}, row.map((value, number) =>
      (number ? el("td", { class: figure(number) }, cell(value)) : el("th", { scope: "row" }, label(value))))));
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

  const lead = (sentences) => (sentences.length ? [el("ul", { class: "lead" }, sentences.map((sentence) => el("li", {}, text(sentence))))] : []);
  function section(part) {
    return el("section", { id: part.name, "aria-labelledby": part.name + "-title" },
      el("h2", { id: part.name + "-title" }, t("section." + part.name)),
      ...part.warnings.map((warning) => el("p", { class: "notice" }, text(warning))),
      ...lead(part.lead),
      ...part.notes.map((note) => el("p", { class: "soft" }, text(note))),
      el("div", { class: "pieces" }, ...part.parts.map((piece) => (typeof piece === "string" ? chart(piece) : table(piece)))));
  }

  /* The figures to quote, one card for each language; the first figure is the largest. */
  function card({ title, figures }) {
    return el("div", { class: "card" }, el("h3", {}, text(title)), el("dl", {}, figures.map(({ name, means, lines: [first, ...rest] }) =>
      el("div", {}, el("dt", {}, Bench.term(text(name), means ? text(means) : null)), el("dd", {}, text(first), rest.map((line) => el("small", {}, text(line))))))));
  }

  function top() {
    const parts = data.sections.filter((part) => part.place === "top").map(section);
    const cards = data.cards.length ? [el("div", { class: "cards" }, data.cards.map(card))] : [];
    return [...cards, el("div", { class: "first-sight" }, ...parts, SituationView.draw())];
  }

  /* A link to a part leaves the rest of the address as it is. */
  function link([name, title]) {
    return el("li", {}, el("a", { href: "#" + name, onclick: (event) => { event.preventDefault(); Bench.address.write({ at: name }); go(name); } }, title));
  }
  function go(name) {
    const place = document.getElementById(name);
    place?.scrollIntoView();
    place?.querySelector("h2")?.setAttribute("tabindex", "-1");
    place?.querySelector("h2")?.focus({ preventScroll: true });
  }

  function draw() {
    meanings = new Map(data.meanings.map((each) => [text(each.name), text(each.means)]));
    const titled = (place) => data.sections.filter((part) => part.place === place).map((part) => [part.name, t("section." + part.name)]);
    const links = [...titled("top"), ...(SituationView.has ? [["situation", t("situation")]] : []), ...titled("first"), ["items", t("items")], ...titled("more")];
    document.querySelector("#parts ol").replaceChildren(...links.map(link));
    document.getElementById("top").replaceChildren(...top());
    for (const [id, place] of [["sections", "first"], ["more", "more"]]) {
      document.getElementById(id).replaceChildren(...data.sections.filter((part) => part.place === place).map(section));
    }
    Items.draw();
  }

  if (matchMedia("(max-width: 40rem)").matches) document.querySelector("#parts details").open = false;
  Bench.onLanguage(draw);
  Bench.start();
  const at = Bench.address.read().get("at");
  if (at) go(at);
  Items.follow();
})();
