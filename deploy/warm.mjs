// Starts the server once on an empty database, so that stripped and compiled code and the tables that are looked up in lie in
// the image: its file system is read only where it runs. Ends with 1 where the server does not come up: so the build says it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const data = mkdtempSync(join(tmpdir(), 'teleward-warm-'))
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=30', '--no-wasm-code-gc']
const server = spawn(process.execPath, [...flags, 'server/src/main.ts'], {
  env: { ...process.env, DATA_DIR: data, DEMO: '0', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const late = setTimeout(() => server.kill('SIGKILL'), 300_000)
server.stdout.on('data', (said) => {
  process.stdout.write(said)
  if (String(said).includes('Teleward is at')) server.kill('SIGTERM')
})
server.on('exit', (code) => {
  clearTimeout(late)
  rmSync(data, { recursive: true, force: true })
  process.exit(code === 0 ? 0 : 1)
})
