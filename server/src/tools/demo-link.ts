// Prints a fresh link for a patient of the demo, from the running server: `npm run demo-link [-- dr.wang]`.
import { readFile } from 'node:fs/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { z } from 'zod'
import { demoFile, demoLink, type DemoLink, type DemoAsk } from '../consultation/links/demo.ts'
import { readConfig } from '../platform/config.ts'

const door = z.object({ url: z.url(), secret: z.string() })

async function ask(dataDir: string, wish: DemoAsk): Promise<DemoLink> {
  const text = await readFile(demoFile(dataDir), 'utf8').catch(() => {
    throw new Error(
      `No demo server is running on ${dataDir}. Start one with \`npm start\`; DATA_DIR says where it lies.`,
    )
  })
  const { url, secret } = door.parse(JSON.parse(text))
  const answer = await post(url, secret, wish)
  if (answer.status !== 'OK')
    throw new Error(
      answer.status === 'NOT_FOUND' ? 'No such visit is open today.' : `The server answered ${answer.status}.`,
    )
  return demoLink.parse(answer.data)
}

const envelope = z.object({ status: z.string(), data: z.unknown().optional() })
function post(url: string, secret: string, body: DemoAsk): Promise<z.output<typeof envelope>> {
  return new Promise((resolve, reject) => {
    // On this machine and by a secret: a certificate that nobody signed says nothing about that.
    const secure = { rejectUnauthorized: false }
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(
      url,
      { method: 'POST', headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }, ...secure },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          try {
            resolve(envelope.parse(JSON.parse(Buffer.concat(parts).toString('utf8'))))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    request.on('error', () => reject(new Error('The demo server does not answer; it may have been stopped.')))
    request.end(JSON.stringify(body))
  })
}

const argument = process.argv[2]
const wish: DemoAsk =
  argument === undefined ? {} : /^\d+$/.test(argument) ? { qid: Number(argument) } : { doctor: argument }
try {
  const link = await ask(readConfig().dataDir, wish)
  const time = new Date(link.startAt).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Taipei',
  })
  console.log(`\n  ${link.url}\n`)
  console.log(
    `  ${link.patientName} with ${link.doctorName} at ${time}; birthday ${link.birthday}, last four ${link.last4}\n`,
  )
} catch (error) {
  console.error(`\n  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
