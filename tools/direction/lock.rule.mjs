/**
 * The lock file must name every platform's optional packages, also those that the machine it was written on could not
 * find: else `npm ci` refuses the whole file. Checked here because `npm install` drops them without a word.
 * @param {string} text of package-lock.json
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkLock(text, fault) {
  const { packages } = JSON.parse(text)
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!placesAbove(path).some((folder) => packages[`${folder}node_modules/${name}`]))
        fault(1, 'lock', `${path} may want ${name} ${version}, which has no entry: npm ci would refuse the file`)
    }
  }
}

/** Where Node looks for a package of that package, nearest first. @param {string} path @returns {string[]} */
function placesAbove(path) {
  const folders = path === '' ? [] : [`${path}/`]
  for (let at = path.lastIndexOf('/node_modules/'); at > 0; at = path.lastIndexOf('/node_modules/', at - 1))
    folders.push(`${path.slice(0, at)}/`)
  return [...folders, '']
}
