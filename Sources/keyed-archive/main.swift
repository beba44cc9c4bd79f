import KeyedArchiveTool

let console = Console()
console.exit(Tool.run(CommandLine.arguments.dropFirst(), on: console))
