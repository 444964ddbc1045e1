/**
 * Strongly connected components of a directed graph (Tarjan 1972), those of more than one node.
 * @param {Map<string, Iterable<string>>} graph each node with the nodes it points at; others than its keys are left out
 * @returns {string[][]} the components, each sorted, the largest first
 */
export function cycles(graph) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const onStack = new Set()
  const found = []
  // With a work list in place of recursion: an import chain may be deeper than the call stack.
  for (const start of graph.keys()) {
    if (index.has(start)) continue
    const work = [[start, null]]
    while (work.length) {
      const frame = work.at(-1)
      const [node] = frame
      if (frame[1] === null) {
        index.set(node, index.size)
        low.set(node, index.get(node))
        stack.push(node)
        onStack.add(node)
        frame[1] = [...graph.get(node)].filter((next) => graph.has(next))[Symbol.iterator]()
      }
      const { value: next, done } = frame[1].next()
      if (done) {
        work.pop()
        const parent = work.at(-1)?.[0]
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent), low.get(node)))
        if (low.get(node) !== index.get(node)) continue
        const component = []
        let member
        do {
          member = stack.pop()
          onStack.delete(member)
          component.push(member)
        } while (member !== node)
        if (component.length > 1) found.push(component.sort())
      } else if (!index.has(next)) work.push([next, null])
      else if (onStack.has(next)) low.set(node, Math.min(low.get(node), index.get(next)))
    }
  }
  return found.sort((a, b) => b.length - a.length)
}
