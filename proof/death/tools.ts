import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `npm run verify-audit` prints; it throws where it found something. */
export async function verifyAudit(env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/tools/verify-audit.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  return stdout
}
