import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { desk, phone } from './bad-days.ts'
import { launch } from './media/launch.ts'
import { DOCTOR, PATIENT, portraitFile } from './media/portrait.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { startServer } from './server.ts'

/** The README's pictures, made anew by `PICTURES=1 npm run e2e -- pictures`. */
const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const picture = (page: Page, name: string) =>
  page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 80 })

test('pictures of the story', async () => {
  const films = mkdtempSync(join(tmpdir(), 'teleward-portraits-'))
  const film = (who: typeof DOCTOR, name: string) => [
    `--use-file-for-fake-video-capture=${portraitFile(join(films, `${name}.y4m`), who)}`,
  ]
  const server = await startServer()
  const [doctor, patient] = await Promise.all([
    launch('staff', { args: film(DOCTOR, 'doctor') }, desk),
    launch('patient', { args: film(PATIENT, 'patient') }, phone),
  ])
  try {
    const link = await server.link({ doctor: 'dr.lin' })
    await signIn(doctor.page, server, 'dr.lin')
    await goOnline(doctor.page)
    await doctor.page.goto(`${server.url}/apptmgmt?slot=emergency,pm`)
    await expect(doctor.page.getByRole('row').nth(3)).toBeVisible()
    await arrive(patient.page, link)
    await expect(doctor.page.getByText('候診中').first()).toBeVisible()
    await picture(doctor.page, 'appointments')

    await patient.page.getByRole('button', { name: '呼叫醫師' }).click()
    await expect(doctor.page.locator('.ringbox dl')).toBeVisible()
    await picture(doctor.page, 'ringing')
    await doctor.page.locator('.ringbox .yes').click()
    await expect(doctor.page.locator('.callbox .pill.rec')).toBeVisible()
    await expect(doctor.page.locator('video.remote')).toHaveJSProperty('paused', false)
    await expect(patient.page.getByText('錄影中')).toBeVisible()

    const { page } = doctor
    await page.getByRole('textbox', { name: '主觀 Subjective' }).fill('早上血壓偏高，頭悶脹，無胸悶或喘。按時服藥。')
    await page.getByRole('textbox', { name: '客觀 Objective' }).fill('意識清楚，對答切題。居家血壓 148/92 mmHg。')
    await page.keyboard.press('Alt+I')
    await page.keyboard.type('高血壓')
    await expect(page.getByRole('option').first()).toContainText('I10')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Alt+4')
    await page.keyboard.type('早晚量血壓並記錄，兩週後視訊回診。')
    await page.keyboard.press('Alt+D')
    await page.keyboard.type('amlo 5 1 qd po 28')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.locator('.saved')).toContainText('已儲存')
    await picture(page, 'record')
    await picture(patient.page, 'patient')
  } finally {
    await Promise.all([doctor.close(), patient.close()])
    await server.remove()
    rmSync(films, { recursive: true, force: true })
  }
})
