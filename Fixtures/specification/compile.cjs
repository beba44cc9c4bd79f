// Compiles a description to Python by the npm package `kaitai-struct-compiler`, which is a library without a command.
//
//     node compile.cjs --version                     prints the version of the package
//     node compile.cjs FOLDER < description.json     writes Python into a folder
//
// The package takes an object, not YAML, so the description is JSON here. It is looked for where npm installs it: in
// `node_modules` of the working folder or of this one, or of a folder above them, and in the folders of NODE_PATH.
// Status 4 says that it isn't there.

const fs = require("fs");
const path = require("path");

const NAME = "kaitai-struct-compiler";

function load() {
    let file;
    try {
        file = require.resolve(NAME, { paths: [process.cwd(), __dirname] });
    } catch {
        process.exit(4);
    }
    const loaded = require(file);
    // Before 0.11 the package was a constructor.
    return typeof loaded === "function" ? new loaded() : loaded;
}

async function main(argument) {
    const compiler = load();
    if (argument === "--version") {
        console.log(compiler.version);
        return;
    }
    const description = JSON.parse(fs.readFileSync(0, "utf8"));
    const importer = { importYaml: (name) => Promise.reject(new Error(`no description imports ${name}`)) };
    const files = await compiler.compile("python", description, importer, false);
    for (const [name, text] of Object.entries(files)) {
        fs.writeFileSync(path.join(argument, name), text);
    }
}

main(process.argv[2]).catch((error) => {
    console.error(String((error && error.message) || error));
    process.exit(1);
});
