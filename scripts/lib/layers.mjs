import { cycles } from './cycles.mjs'

/**
 * The layers of a package, lowest first. A folder imports from its own layer and from those below it; within a layer, as
 * everywhere, no imports of folders lead back to where they began.
 * @typedef {{ root: string, layers: readonly (readonly string[])[] }} Package `layers`: folders beneath `root`; '.' is the files in `root` itself
 */

/** The folder of a package that a file belongs to: the deepest one that is named, or else the first below the root. */
export function folderOf(packages, file) {
  const one = packages.find(({ root }) => file.startsWith(`${root}/`))
  if (!one) return undefined
  const path = file.slice(one.root.length + 1)
  const named = one.layers
    .flat()
    .flatMap((name) => {
      if (name === '.') return path.includes('/') ? [] : ['.']
      // `features/*`: each folder in there is one of its own.
      const found = new RegExp(`^${name.replace('*', '[^/]+')}(?=/)`).exec(path)
      return found ? [found[0]] : []
    })
    .sort((a, b) => b.length - a.length)[0]
  return `${one.root}/${named ?? path.split('/')[0]}`
}

/** How low a folder stands in its package; `undefined`: it is named in no layer. */
function heightOf({ root, layers }, folder) {
  const name = folder.slice(root.length + 1)
  const at = layers.findIndex((layer) =>
    layer.some((one) => one === name || (one.endsWith('/*') && name.startsWith(one.slice(0, -1)))),
  )
  return at < 0 ? undefined : at
}

/** Edges between folders, each with the imports that make it: `from → to` by file. */
function edgesOf(packages, graph) {
  const edges = new Map()
  for (const [file, targets] of graph) {
    const from = folderOf(packages, file)
    if (!from) continue
    edges.set(from, edges.get(from) ?? new Map())
    for (const target of targets) {
      const to = folderOf(packages, target)
      if (!to || to === from) continue
      const imports = edges.get(from).get(to) ?? []
      edges.get(from).set(to, [...imports, `${file} imports ${target}`])
    }
  }
  return edges
}

/** Every import that leads upwards within a package, and every folder that no layer names, as sentences. */
export function upward(packages, graph) {
  const found = []
  for (const [from, targets] of edgesOf(packages, graph)) {
    const own = packages.find(({ root }) => from.startsWith(`${root}/`))
    const height = heightOf(own, from)
    if (height === undefined) found.push(`${from} stands in no layer: name it in scripts/zones.mjs`)
    for (const [to, imports] of targets) {
      if (height === undefined || !to.startsWith(`${own.root}/`)) continue
      if (heightOf(own, to) > height) found.push(...imports.map((one) => `${one}: ${to} is a layer above ${from}`))
    }
  }
  return found
}

/** Folders whose imports lead back to where they began, each with the imports between them. */
export function folderCycles(packages, graph) {
  const edges = edgesOf(packages, graph)
  const between = new Map([...edges].map(([from, targets]) => [from, [...targets.keys()]]))
  return cycles(between).map((folders) => ({
    folders,
    imports: folders.flatMap((from) => folders.flatMap((to) => edges.get(from).get(to) ?? [])),
  }))
}
