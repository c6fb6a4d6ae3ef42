// Imported before anything else: an old Node must print a sentence, not a syntax error from a newer file.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`货桥需要 Node.js 20.19 或更新版本，当前是 ${process.versions.node}，请升级后重试。\n`)
  process.exit(1)
}
