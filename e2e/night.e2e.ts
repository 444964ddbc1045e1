import { expect, type Page, test } from '@playwright/test'
import { sql } from '../server/src/platform/db/index.ts'
import { desk, mark, marked, PATIENT } from './bad-days.ts'
import { launch, LIGHT, type Party } from './media/launch.ts'
import { followClock, type MovedServer, startMovedServer } from './moved-server.ts'
import { signIn } from './people.ts'
import { today } from './zone.ts'

/** A night from 22:00 to 02:30 on the screens of the desk: nobody who waits or is still to come is lost at midnight. */
test.describe.configure({ mode: 'serial' })

const night = today()
/** Taipei has no summer time. */
const at = (time: string, days = 0) => new Date(Date.parse(`${night}T${time}:00+08:00`) + days * 86_400_000)
/** Of the evening, of the session, and beside it: name, part of the day, when, and how it stands. */
const VISITS = [
  ['夜診甲', 5, at('23:00'), 'checkedIn', 'general'],
  ['夜診乙', 5, at('00:30', 1), 'registered', 'general'],
  ['夜診丙', 5, at('01:30', 1), 'registered', 'general'],
  ['夜急診', 0, at('23:53'), 'registered', 'emergency'],
  ['晚診丁', 3, at('19:00'), 'registered', 'general'],
] as const
const [WAITING, NEXT, LAST, URGENT, EVENING] = VISITS.map(([name]) => name) as [string, string, string, string, string]

let server: MovedServer
let nurse: Party
test.beforeAll(async () => {
  server = await startMovedServer(at('23:50'))
  await server.db.system.tx(async (tx) => {
    const { mid, unitId } = await tx.one(sql<{ mid: number; unitId: number }>`
      select s.mid, min(su.unit_id) as "unitId" from staff s join staff_unit su on su.mid = s.mid where s.account = 'dr.lin' group by s.mid`)
    // The demo's own day is not this journey's subject.
    await tx.run(sql`update appointment set status = 'cancelled', status_by = 'staff' where date = ${night}::date
      and status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled')`)
    await tx.run(
      sql`update shift_change set withdrawn_by = ${mid}, withdrawn_at = now() where did = ${mid} and date = ${night}::date and withdrawn_at is null`,
    )
    await tx.run(sql`insert into shift_change (partner_id, did, date, "interval", closed, start_time, end_time, capacity, slot_minutes, site, created_by, created_at)
      values (1, ${mid}, ${night}::date, 5, false, '22:00', '02:30', 9, 30, 'any', ${mid}, now())`)
    for (const [index, [name, interval, startAt, status, kind]] of VISITS.entries()) {
      const { pid } = await tx.one(sql<{ pid: number }>`
        insert into member (member_no, name, birthday, id_number, mobile)
        values (${`N-${index}`}, ${name}, '1970-01-02', ${`A12345678${index}`}, ${`091230000${index}`}) returning pid`)
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${pid}, 1, ${unitId})`)
      await tx.run(sql`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, duration_minutes, queue_no,
          site, payment, fee, checked_in_at)
        values (1, ${unitId}, ${pid}, ${mid}, ${status}, ${kind}, ${interval}, ${night}::date, ${startAt}::timestamptz, 30, ${70 + index},
          'onsite', 'paid', 60000, ${status === 'checkedIn' ? at('22:50') : null}::timestamptz)`)
    }
  })
  nurse = await launch('staff', { executablePath: LIGHT }, desk)
  nurse.page.setDefaultTimeout(PATIENT)
  await followClock(nurse.page.context())
  await arriveAt('23:58')
})
test.afterAll(async () => {
  await nurse?.close()
  await server?.remove()
})

/** Later, and signed in anew: nobody sits at the desk for hours without a touch. */
async function arriveAt(time: string, days = 0) {
  await nurse.page.goto(`${server.url}/version.json`)
  await server.moveTo(at(time, days), nurse.page)
  // How many visits the demo's own day has depends on the minute it was made in: those would fill the first page.
  await signIn(nurse.page, server, 'nurse.chen', '/apptmgmt?state=unfinished')
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
async function shows(page: Page, names: readonly string[], gone: readonly string[] = []) {
  for (const name of names) await expect(row(page, name)).toBeVisible()
  for (const name of gone) await expect(row(page, name).filter({ hasNotText: '已取消' })).toHaveCount(0)
}

test('[APPT-02~] [APPT-03~] midnight takes nobody from the list who waits or is still to come', async () => {
  const { page } = nurse
  await shows(page, [WAITING, NEXT, LAST, URGENT, EVENING])
  await expect(row(page, NEXT)).toContainText('隔日 00:30')
  await mark(page)
  await server.moveTo(at('00:00', 1), page)
  // Of whom nobody came in the evening is told: the list follows by itself.
  await expect(row(page, EVENING)).toHaveCount(0)
  await shows(page, [WAITING, NEXT, LAST, URGENT])
  expect(await marked(page)).toBe(true)
  await page.reload()
  await shows(page, [WAITING, NEXT, LAST, URGENT], [EVENING])
  await expect(row(page, NEXT)).not.toContainText('隔日')
})

test('[APPT-04~] at 00:10 whom the night expects at 00:30 is checked in', async () => {
  const { page } = nurse
  await server.moveTo(at('00:10', 1), page)
  await row(page, NEXT).getByRole('button', { name: '報到' }).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: '證號末三碼' })
    .getByRole('button', { name: '核對相符，報到' })
    .click()
  await expect(row(page, NEXT)).toContainText('候診中')
})

test('[APPT-02~] after the end of the night who never came is called off, and who waits is still there', async () => {
  const { page } = nurse
  await arriveAt('02:31', 1)
  await shows(page, [WAITING, NEXT, URGENT], [LAST])
  await row(page, NEXT).getByRole('button', { name: '完成看診' }).click()
  await expect(row(page, NEXT)).toHaveCount(0)
  await shows(page, [WAITING, URGENT])
})
