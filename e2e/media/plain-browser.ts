import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM, fakeDeviceFlags } from './launch.ts'
import type { Role } from './roles.ts'

export interface PlainPage {
  /** The value of an expression in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>
  /** Another tab comes to the front. */
  hide(): Promise<void>
  close(): Promise<void>
}

interface Answer {
  id?: number
  result?: { result?: { value?: unknown }; exceptionDetails?: unknown; [key: string]: unknown }
  error?: { message: string }
}

/**
 * A browser without Playwright, which keeps every page of its own visible and unthrottled: what a tab in the
 * background does can only be seen here.
 */
export async function plainBrowser(role: Role, url: string): Promise<PlainPage> {
  const profile = mkdtempSync(join(tmpdir(), 'teleward-plain-'))
  const flags = ['--headless=new', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(CHROMIUM, [...flags, ...fakeDeviceFlags(role), '--enable-automation', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  const end = async () => {
    browser.kill()
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    return { ...(await attach(browser, url)), close: end }
  } catch (error) {
    await end()
    throw error
  }
}

async function attach(browser: ChildProcess, url: string): Promise<Omit<PlainPage, 'close'>> {
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    browser.stderr?.on('data', (data) => {
      said += data
      const found = /ws:\/\/\S+/.exec(said)
      if (found) resolve(found[0])
    })
    browser.once('exit', () => reject(new Error(`chromium ended: ${said.slice(-500)}`)))
  })
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    if (answer.id) waiting.get(answer.id)?.(answer)
  }
  let count = 0
  const send = async (method: string, params: object = {}, sessionId?: string) => {
    const id = ++count
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
    waiting.delete(id)
    if (answer.error || answer.result?.exceptionDetails)
      throw new Error(`${method}: ${JSON.stringify(answer.error ?? answer.result?.exceptionDetails)}`)
    return answer.result ?? {}
  }
  const { targetId } = await send('Target.createTarget', { url })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const page: Omit<PlainPage, 'close'> = {
    async evaluate<T>(expression: string) {
      const params = { expression, returnByValue: true, awaitPromise: true, userGesture: true }
      return (await send('Runtime.evaluate', params, String(sessionId))).result?.value as T
    },
    async hide() {
      const other = await send('Target.createTarget', { url: 'about:blank' })
      await send('Target.activateTarget', { targetId: other.targetId })
    },
  }
  while (!(await page.evaluate<boolean>("document.readyState === 'complete' && location.href !== 'about:blank'")))
    await new Promise((r) => setTimeout(r, 50))
  return page
}
