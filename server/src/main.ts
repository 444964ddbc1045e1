import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Types stripped and code compiled once a version, not once a start: half of what a start works goes into these otherwise.
// Where nothing can be written, each start does it again.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/teleward', import.meta.url)))

async function main(): Promise<void> {
  const { serve } = await import('./serve.ts')
  await serve()
  // Flushed right after the start, because a process that is killed writes nothing at its end.
  flushCompileCache()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}\n` : error)
  if (
    error instanceof Error &&
    !(error.message.startsWith('The configuration') || error.message.startsWith('Another server'))
  )
    console.error(error.stack)
  process.exit(1)
})
