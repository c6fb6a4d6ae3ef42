/**
 * The lock file must have the optional packages of every platform, also those that the machine that wrote it could not find: otherwise `npm
 * ci` refuses the whole file. Checked here because `npm install` drops them silently.
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
