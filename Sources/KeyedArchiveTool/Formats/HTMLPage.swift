/// The page around the data of ``HTMLFormat``.
///
/// It has all that it needs in itself, and says that it may load nothing else. Its script makes elements from text
/// only, so that nothing of an archive becomes markup.
enum HTMLPage {
    /// The texts before the nodes of files, and after them.
    static let prologue = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>keyed-archive</title>
        <style>\(style)</style>
        </head>
        <body>
        <header><input id="search" type="search" placeholder="Search names, classes and values" autocomplete="off">
        <span id="count"></span></header>
        <ul id="results"></ul>
        <ul id="tree"></ul>
        <noscript>This page shows its data with a script, which is in the page itself.</noscript>
        <script type="application/json" id="data">[
        """

    static let epilogue = """
        ]</script>
        <script>\(script)</script>
        </body>
        </html>

        """

    private static let style = """

        :root { color-scheme: light dark; }
        body { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; margin: 0; }
        header { position: sticky; top: 0; padding: 8px 12px; background: Canvas; border-bottom: 1px solid #8884;
          z-index: 1; }
        input { font: inherit; width: min(40em, 70%); padding: 3px 6px; }
        ul { list-style: none; margin: 0; padding-left: 1.4em; }
        #tree { padding: 8px 12px; }
        #results:not(:empty) { padding: 8px 12px; border-bottom: 1px solid #8884; max-height: 40vh; overflow: auto; }
        li > div { white-space: pre-wrap; overflow-wrap: anywhere; }
        button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
        .toggle { width: 1.4em; text-align: left; opacity: .6; }
        .none { display: inline-block; width: 1.4em; }
        .label { color: light-dark(#1f4fa3, #8ab4f8); }
        .class { color: light-dark(#006d6d, #5fd0d0); }
        .s { color: light-dark(#1d6b1d, #8fd18f); }
        .v { color: light-dark(#8a5a00, #e2b566); }
        .p { color: light-dark(#b00020, #ff8a80); }
        .m, .number { opacity: .65; }
        .link { text-decoration: underline dotted; }
        .swatch { display: inline-block; width: 1em; height: 1em; border: 1px solid #8888; vertical-align: -2px;
          margin-right: .4em; }
        pre { margin: 2px 0 4px 2.8em; padding: 4px 8px; background: #8881; white-space: pre-wrap;
          overflow-wrap: anywhere; max-height: 30em; overflow: auto; }
        img { margin-left: 2.8em; max-width: 60vw; max-height: 24em; background: repeating-conic-gradient(#8883 0 25%,
          transparent 0 50%) 0 0 / 16px 16px; }
        .found { background: #fd06; }

        """

    private static let script = #"""

        "use strict";
        const data = JSON.parse(document.getElementById("data").textContent);
        const all = [], ids = new Map(), chunk = 400;
        {
          const stack = data.map((node, file) => { node.f = file; return node; }).reverse();
          while (stack.length) {
            const node = stack.pop();
            all.push(node);
            if (node.i) ids.set(node.f + ":" + node.i, node);
            for (let j = (node.k || []).length - 1; j >= 0; j--) {
              const child = node.k[j];
              child.p = node; child.f = node.f; child.j = j;
              stack.push(child);
            }
          }
        }
        function element(tag, name, text) {
          const made = document.createElement(tag);
          if (name) made.className = name;
          if (text !== undefined) made.textContent = text;
          return made;
        }
        function button(name, text, action) {
          const made = element("button", name, text);
          made.addEventListener("click", action);
          return made;
        }
        function isOpenable(node) { return (node.k && node.k.length) || node.w || node.h || node.b; }
        function make(node) {
          const item = element("li"), row = element("div");
          node.e = item; node.row = row;
          if (isOpenable(node)) {
            node.toggle = button("toggle", "▸", () => node.isOpen ? close(node) : open(node));
            node.toggle.setAttribute("aria-expanded", "false");
            row.append(node.toggle);
          } else row.append(element("span", "none"));
          if (node.l !== undefined) row.append(element("span", "label", node.l), ": ");
          if (node.r && ids.has(node.f + ":" + node.r)) {
            row.append(button("link number", "→ #" + node.n, () => reveal(ids.get(node.f + ":" + node.r))), " ");
          } else if (node.n !== undefined) row.append(element("span", "number", "#" + node.n), " ");
          if (/^#[0-9A-F]{6}$/.test(node.o || "")) {
            const swatch = element("span", "swatch");
            swatch.style.backgroundColor = node.o;
            row.append(swatch);
          }
          if (node.c !== undefined) row.append(element("span", "class", node.c), " ");
          if (node.t !== undefined) row.append(element("span", node.s || "v", node.t));
          item.append(row);
          return item;
        }
        function hexadecimal(node) {
          const bytes = Uint8Array.from(atob(node.h), c => c.charCodeAt(0)), lines = [];
          for (let i = 0; i < bytes.length; i += 16) {
            const part = [...bytes.slice(i, i + 16)];
            lines.push(i.toString(16).padStart(6, "0") + "  "
              + part.map(b => b.toString(16).padStart(2, "0")).join(" ").padEnd(49)
              + part.map(b => b > 31 && b < 127 ? String.fromCharCode(b) : "·").join(""));
          }
          if (node.z > bytes.length) lines.push("… " + (node.z - bytes.length) + " more bytes");
          return lines.join("\n");
        }
        function open(node) {
          if (node.isOpen || !isOpenable(node)) return;
          if (!node.list) {
            if (node.w) node.e.append(element("pre", "s", node.w));
            if (node.h) node.e.append(element("pre", "", hexadecimal(node)));
            if (node.b) {
              const picture = element("img");
              picture.src = "data:" + node.m + ";base64," + node.b;
              node.e.append(picture);
            }
            node.list = element("ul");
            node.e.append(node.list);
            node.shown = 0;
            show(node, chunk);
          }
          for (const child of [...node.e.children].slice(1)) child.hidden = false;
          node.isOpen = true;
          node.toggle.textContent = "▾";
          node.toggle.setAttribute("aria-expanded", "true");
        }
        function close(node) {
          for (const child of [...node.e.children].slice(1)) child.hidden = true;
          node.isOpen = false;
          node.toggle.textContent = "▸";
          node.toggle.setAttribute("aria-expanded", "false");
        }
        function show(node, count) {
          const children = node.k || [];
          if (node.more) node.more.remove();
          const end = Math.min(children.length, Math.max(count, node.shown));
          while (node.shown < end) node.list.append(make(children[node.shown++]));
          if (end < children.length) {
            node.more = element("li");
            node.more.append(button("link", "show more of " + (children.length - end),
              () => show(node, node.shown + chunk)));
            node.list.append(node.more);
          }
        }
        function reveal(node) {
          const path = [];
          for (let above = node.p; above; above = above.p) path.unshift(above);
          for (const above of path) {
            open(above);
            const next = path[path.indexOf(above) + 1] || node;
            if (next.j >= above.shown) show(above, next.j + 1);
          }
          for (const found of document.querySelectorAll(".found")) found.classList.remove("found");
          node.row.classList.add("found");
          node.row.scrollIntoView({ block: "center" });
        }
        function path(node) {
          const names = [];
          for (let at = node; at && at.p; at = at.p) names.unshift(at.l === undefined ? "?" : at.l);
          return names.join(".").replaceAll(".[", "[");
        }
        function search(words) {
          const results = document.getElementById("results"), wanted = words.toLowerCase();
          results.replaceChildren();
          let count = 0;
          if (wanted) for (const node of all) {
            if (![node.l, node.c, node.w || node.t].some(text => text && text.toLowerCase().includes(wanted))) continue;
            if (++count > 200) continue;
            const item = element("li");
            item.append(button("link label", path(node) || node.l || "", () => reveal(node)), " ",
              element("span", "class", node.c || ""), " ", element("span", node.s || "v", node.t || ""));
            results.append(item);
          }
          document.getElementById("count").textContent =
            wanted ? count + " found" + (count > 200 ? ", the first 200 shown" : "") : all.length + " values";
        }
        const tree = document.getElementById("tree");
        for (const node of data) tree.append(make(node));
        // The first levels are open, as far as they are short.
        let rows = data.length, level = data;
        while (level.length) {
          const next = [];
          for (const node of level) {
            const count = (node.k || []).length;
            if (!count || rows + count > 60) continue;
            rows += count;
            open(node);
            next.push(...node.k);
          }
          level = next;
        }
        if (data.length && data[0].l) document.title = data[0].l;
        let timer;
        document.getElementById("search").addEventListener("input", event => {
          clearTimeout(timer);
          timer = setTimeout(() => search(event.target.value), 150);
        });
        search("");

        """#
}
