import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sectionsOf, showsSection, withoutLeftOut } from '@teleward/contract/uiconfig/sections.ts'
import { uiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { describe, expect, it } from 'vitest'

const config = (given: object) => uiConfig.parse(given)

describe('a section of a screen', () => {
  it('[SHELL-06~] is left out by its own name in its own screen, and by nothing else', () => {
    const left = config({ emr: { hidden: ['records'] } })
    expect(showsSection(left, 'emr', 'records')).toBe(false)
    expect(showsSection(left, 'emr', 'history')).toBe(true)
    // The lists of appointments have a part of the same name.
    expect(showsSection(left, 'appointment', 'records')).toBe(true)
    expect(showsSection(undefined, 'remoteAppointment', 'endAll')).toBe(true)
  })
  it('[SHELL-06~] shows all the same where somebody wrote in it', () => {
    const left = config({ emr: { hidden: ['memo'] } })
    expect([showsSection(left, 'emr', 'memo', true), showsSection(left, 'emr', 'memo', false)]).toEqual([true, false])
  })
  it('[SHELL-06~] is taken out of a row of places; the others keep their order', () => {
    const left = config({ appointment: { hidden: ['agent', 'records'] } })
    expect(withoutLeftOut(left, 'appointment', ['today', 'future', 'agent', 'special', 'records'])).toEqual([
      'today',
      'future',
      'special',
    ])
  })
})

describe('the portal', () => {
  const portal = fileURLToPath(new URL('..', import.meta.url))
  const sources = readdirSync(portal, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(portal.length), readFileSync(path, 'utf8')] as const)
  const except = (path: string) => path === 'patterns/Section.tsx' || path.startsWith('features/adminui/')

  it('[SHELL-06~] asks for a section in one place alone', () => {
    const reads = /\b(appointment|emr|remoteAppointment)(\?\.|\.)hidden\b|showsSection|withoutLeftOut/
    expect(sources.filter(([path, text]) => !except(path) && reads.test(text)).map(([path]) => path)).toEqual([])
  })
  it('[SHELL-06~] has a place for each section that can be switched off', () => {
    const users = sources.filter(([path, text]) => !except(path) && /patterns\/Section\.tsx'/.test(text))
    const screens = { appointment: 'appointments', emr: 'emr', remoteAppointment: 'calls' } as const
    for (const [group, names] of Object.entries(sectionsOf)) {
      const own = users.filter(([path]) => path.startsWith(`features/${screens[group as keyof typeof screens]}/`))
      const text = own.map(([, source]) => source).join('\n')
      expect(own.length, group).toBeGreaterThan(0)
      // The lists of appointments are named in a table that goes through `kept` whole.
      const tabs = group === 'appointment' ? readFileSync(join(portal, 'features/appointments/Tabs.tsx'), 'utf8') : ''
      for (const name of names)
        expect(`${text}${tabs}`.includes(`'${name}'`) || text.includes(`part="${name}"`), name).toBe(true)
    }
  })
})
