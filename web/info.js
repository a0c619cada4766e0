// Screen "Info": the pages and a search in them.
import { get } from "./api.js";
import { $, all, calmly, fill, h } from "./dom.js";
import { language, t } from "./phrases.js";

let listed = "";
let opened = "";

export function start() {
	const search = calmly(list);
	$("find").oninput = search;
	$("find-form").onsubmit = (event) => {
		event.preventDefault();
		search.now();
	};
}

export async function show(page) {
	if (listed !== language()) await list();
	const article = $("page");
	article.hidden = !page;
	$("info").classList.toggle("reading", !!page);
	mark();
	const wanted = `${page} ${$("town").value} ${language()}`;
	if (!page || opened === wanted) return;
	try {
		const { title, blocks } = await get(`info/${page}`, { town: $("town").value });
		fill(article, h("a", { href: "#info" }, t("web.all_pages")), h("h2", title), blocks.map(block));
		opened = wanted;
	} catch ({ message }) {
		fill(article, message);
	}
	article.focus();
}

async function list() {
	const find = $("find").value.trim();
	const { pages, matches = [] } = await get("info", { find }).catch(() => ({ pages: [] }));
	listed = language();
	fill($("found"), find && t("web.found", { count: matches.length }));
	fill($("pages"), (pages ?? matches).map(({ page, title, heading, text }) =>
		h("li", h("a", { href: `#info/${page}` }, h("b", title), heading && h("span", heading), text && h("span.hint", text)))));
	mark();
}

function mark() {
	for (const link of all("#pages a")) link.ariaCurrent = link.hash === location.hash ? "true" : null;
}

function block({ kind, text, links, level, start, items, columns, rows }) {
	if (kind === "heading") return h(`h${level + 1}`, linked(text, links));
	if (kind === "paragraph") return h("p", linked(text, links));
	if (kind === "list") return h(start === null ? "ul" : "ol", start > 1 ? { start } : {}, items.map((item) => h("li", item.map((each, place) =>
		place || each.kind !== "paragraph" ? block(each) : h("span", linked(each.text, each.links))))));
	const cell = (name, column, text) => h(columns[column].figure ? `${name}.figure` : name, name === "th" ? { scope: "col" } : {}, text);
	// A wide table scrolls by itself, by keyboard too.
	return h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: t("web.table") }, h("table",
		h("thead", h("tr", columns.map(({ title }, column) => cell("th", column, title)))),
		h("tbody", rows.map((row) => h("tr", row.map((text, column) => cell("td", column, text)))))));
}

/** A text whose words of each link, in order, lead to a page or beside this one to the web. */
function linked(text, links) {
	const parts = [];
	let rest = text;
	for (const { text: words, page, url } of links) {
		const place = rest.indexOf(words);
		if (place < 0) continue;
		parts.push(rest.slice(0, place), page ? h("a", { href: `#info/${page}` }, words)
			: /^https?:/.test(url) ? h("a", { href: url, target: "_blank", rel: "noreferrer" }, words) : words);
		rest = rest.slice(place + words.length);
	}
	return [...parts, rest];
}
