// Screen "Info": the pages and a search in them.
import { get } from "./api.js";
import { $, calmly, fill, h } from "./dom.js";
import { language, t } from "./phrases.js";

let listed = "";
let opened = "";

export function startInfo() {
  const search = calmly(list);
  $("find").oninput = search;
  $("find-form").onsubmit = (event) => {
    event.preventDefault();
    search.now();
  };
}

export async function showInfo(page) {
  if (listed !== language()) await list();
  await open(page);
}

async function list() {
  const find = $("find").value.trim();
  const { pages } = await get("info", { find }).catch(() => ({ pages: [] }));
  listed = language();
  fill($("found"), find && t("web.found", { count: pages.length }));
  fill($("pages"), pages.map(({ page, title, excerpt }) => h("li", h("a", { href: `#info/${page}` },
    h("b", title), excerpt && h("span.hint", excerpt)))));
  mark();
}

function mark() {
  for (const link of $("pages").querySelectorAll("a")) link.ariaCurrent = link.hash === location.hash ? "true" : null;
}

async function open(page) {
  const article = $("page");
  article.hidden = !page;
  $("info").classList.toggle("reading", !!page);
  mark();
  const town = $("town").value;
  if (!page || opened === page + town + language()) return;
  opened = page + town + language();
  try {
    const { title, html } = await get(`info/${page}`, { town });
    fill(article, h("a", { href: "#info" }, t("web.all_pages")), h("h2", title), copied(new DOMParser().parseFromString(html, "text/html").body));
  } catch (problem) {
    opened = "";
    fill(article, problem.message || t("web.gone"));
  }
  article.focus();
}

const TAGS = "H2 H3 H4 H5 P UL OL LI DL DT DD TABLE CAPTION THEAD TBODY TR TH TD A STRONG EM CODE PRE BLOCKQUOTE BR HR SPAN ABBR".split(" ");
const ATTRIBUTES = ["href", "lang", "scope", "colspan", "rowspan", "start", "title", "class"];

/** Only known elements and attributes, made anew: the pages are our own, and this holds if one day they are not. */
function copied(from) {
  return [...from.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (!TAGS.includes(node.tagName)) return [];
    const made = h(node.tagName, copied(node));
    for (const name of ATTRIBUTES) if (node.hasAttribute(name)) made.setAttribute(name, node.getAttribute(name));
    if (made.tagName === "A") link(made);
    // A wide table scrolls by itself, by keyboard too.
    return made.tagName !== "TABLE" ? made : h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: t("web.table") }, made);
  });
}

/** Links to other pages stay in this one, those to elsewhere open beside it, others are none. */
function link(element) {
  const address = element.getAttribute("href") ?? "";
  const [, page] = /^(?:#info\/)?([a-z0-9-]+)(?:\.md|\.html)?$/.exec(address) ?? [];
  if (page) element.href = `#info/${page}`;
  else if (/^https?:\/\//.test(address)) Object.assign(element, { target: "_blank", rel: "noreferrer" });
  else element.removeAttribute("href");
}
