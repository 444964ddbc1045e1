import type { Page } from '@playwright/test'
import admin from '../portal/src/i18n/zh-TW/admin.ts'
import appointments from '../portal/src/i18n/zh-TW/appointments.ts'
import booking from '../portal/src/i18n/zh-TW/booking.ts'
import calllog from '../portal/src/i18n/zh-TW/calllog.ts'
import chat from '../portal/src/i18n/zh-TW/chat.ts'
import childcare from '../portal/src/i18n/zh-TW/childcare.ts'
import common from '../portal/src/i18n/zh-TW/common.ts'
import crm from '../portal/src/i18n/zh-TW/crm.ts'
import opinions from '../portal/src/i18n/zh-TW/opinions.ts'
import monitor from '../portal/src/i18n/zh-TW/monitor.ts'
import diet from '../portal/src/i18n/zh-TW/diet.ts'
import emr from '../portal/src/i18n/zh-TW/emr.ts'
import files from '../portal/src/i18n/zh-TW/files.ts'
import grants from '../portal/src/i18n/zh-TW/grants.ts'
import groups from '../portal/src/i18n/zh-TW/groups.ts'
import housedemo from '../portal/src/i18n/zh-TW/housedemo.ts'
import handoffs from '../portal/src/i18n/zh-TW/handoffs.ts'
import history from '../portal/src/i18n/zh-TW/history.ts'
import home from '../portal/src/i18n/zh-TW/home.ts'
import members from '../portal/src/i18n/zh-TW/members.ts'
import freeclinic from '../portal/src/i18n/zh-TW/freeclinic.ts'
import healthcheck from '../portal/src/i18n/zh-TW/healthcheck.ts'
import notices from '../portal/src/i18n/zh-TW/notices.ts'
import outbox from '../portal/src/i18n/zh-TW/outbox.ts'
import payments from '../portal/src/i18n/zh-TW/payments.ts'
import questions from '../portal/src/i18n/zh-TW/questions.ts'
import phrases from '../portal/src/i18n/zh-TW/phrases.ts'
import referrals from '../portal/src/i18n/zh-TW/referrals.ts'
import rx from '../portal/src/i18n/zh-TW/rx.ts'
import review from '../portal/src/i18n/zh-TW/review.ts'
import settlement from '../portal/src/i18n/zh-TW/settlement.ts'
import shell from '../portal/src/i18n/zh-TW/shell.ts'
import shifts from '../portal/src/i18n/zh-TW/shifts.ts'
import dicom from '../portal/src/i18n/zh-TW/dicom.ts'
import documents from '../portal/src/i18n/zh-TW/documents.ts'
import signals from '../portal/src/i18n/zh-TW/signals.ts'

export interface Line {
  said: string
  keys: string[]
}
/** What can be seen of a key having been heard. */
export interface Sight {
  url: string
  /** Dialogs, drawers and the panel of a call. */
  layers: number
  notices: string[]
  field: string
  row: string
  /** What stands in it as a state: rows alike offer the same. */
  state: string
  /** All that stands in it. */
  words: string
  tab: string
  ticked: number
  presence: string
}
export const sight = (page: Page): Promise<Sight> =>
  page.evaluate(() => {
    const shown = (what: string) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility())
    const active = document.activeElement
    const row = document.querySelector('[data-row].sel')
    const field = active?.matches('input,textarea,[role=combobox],.udrop button,.rxsets button') ? active : null
    return {
      url: location.pathname + location.search,
      layers: shown('[role=dialog],.drawer,.callbox,.popover').length,
      notices: shown('.notice').map((one) => one.textContent ?? ''),
      field: field ? field.getAttribute('aria-label') || field.id || 'a field' : '',
      row: row?.getAttribute('data-row') ?? '',
      state: [...(row?.querySelectorAll('.tag') ?? [])].map((one) => one.textContent).join('|'),
      words: row?.textContent ?? '',
      tab: (shown('[role=tab][aria-selected=true]')[0]?.textContent ?? '').trim(),
      ticked: document.querySelectorAll('[data-row] input:checked').length,
      presence: shown('header .presence,.presence')
        .map((one) => one.textContent)
        .join('|'),
    }
  })

type Came = (now: Sight, before: Sight, said: string) => boolean
const nothing: Came = () => false
const layer: Came = (now, before) => now.layers > before.layers
const place: Came = (now, before) => now.url !== before.url
const field: Came = (now, before) => now.field !== '' && now.field !== before.field
/** One that was not there: an older one may go meanwhile. */
const notice: Came = (now, before) => now.notices.some((one) => !before.notices.includes(one))
/** The tab that the line names is open, and another was. */
const tab: Came = (now, before, said) => now.tab !== before.tab && said.includes(now.tab.replace(/\s*\d+$/, ''))
/** A step on a visit is told, asked about, or leads somewhere. */
const step: Came = (...sights) => layer(...sights) || place(...sights) || notice(...sights)

export interface Effect {
  came: Came
  /** Seen in the picture of the screen as well: a viewer says in no words what it has done. */
  picture?: true
  /** Pressed once it was heard: what goes on by itself is stopped. */
  after?: string[]
  /** A file is saved. */
  saves?: true
  /** Of the row under the cursor: from row to row until one is in a state that offers it. */
  onRow?: true
  /** As many rows have to be there; an empty list has nowhere to go. */
  rows?: number
  /** Where it can be seen at all. */
  from?: (path: string) => string
  /** Pressed before it. */
  first?: (line: Line) => string[]
}
const another = ({ keys }: Line) => [keys[0] === 'Alt+2' ? 'Alt+1' : 'Alt+2']
const is = (...texts: string[]) => texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
const named = (text: string) => text.replace(/\{\{\w+\}\}/, '.+')

/** By what the list says; a line that is not here fails. */
export const EFFECTS: readonly [said: string, effect: Effect][] = [
  [is(shell.keys.palette, shell.keys.help, shell.keys.bell), { came: layer }],
  [is(shell.keys.presence), { came: (now, before) => now.presence !== before.presence }],
  [named(shell.keys.go), { came: place, from: () => '/authorization' }],
  [is(shell.keys.down), { came: (now, before) => now.row !== before.row, first: () => ['k', 'k'], rows: 2 }],
  [is(shell.keys.up), { came: (now, before) => now.row !== before.row, first: () => ['j', 'j', 'j'], rows: 2 }],
  [is(shell.keys.open), { came: layer, onRow: true }],
  [is(common.search), { came: field }],
  // The browser's own window for files stands over the page: the button that opens it has the focus.
  [is(files.choose), { came: field }],
  [is(admin.staff.invite, grants.key.give, payments.exemption.add, groups.add, groups.off.add), { came: layer }],
  [is(handoffs.key.new, phrases.key.add), { came: layer }],
  [is(notices.readAll), { came: notice }],
  [is(notices.new, freeclinic.new), { came: layer }],
  [is(healthcheck.process.result), { came: place }],
  [is(notices.open), { came: step, onRow: true }],
  [is(notices.markRead), { came: (now, before) => now.words !== before.words, onRow: true }],
  // Withdrawn by who asks alone, and asked about before: where one is asked, nothing comes.
  [is(opinions.key.withdraw), { came: step, onRow: true, from: () => '/opinion?tab=inviting' }],
  // The last room is where the others are gone to from.
  [
    is(housedemo.key.room.replace('{{room}}', housedemo.room.door)),
    { came: place, from: () => '/housedemo?room=bath' },
  ],
  [
    is(...Object.values(housedemo.room).map((room) => housedemo.key.room.replace('{{room}}', room))),
    { came: place, from: () => '/housedemo?room=door' },
  ],
  [is(housedemo.key.pause), { came: place }],
  [is(referrals.new), { came: layer }],
  [is(questions.new), { came: step }],
  [is(referrals.act.accept, referrals.act.decline), { came: step, onRow: true, from: () => '/referral?tab=received' }],
  [is(handoffs.key.complete), { came: notice, onRow: true }],
  [is(handoffs.key.comment, handoffs.key.reassign), { came: layer, onRow: true }],
  [is(members.key.add, members.key.import, booking.title), { came: layer }],
  [is(members.key.merge), { came: notice }],
  [is(rx.act.answer), { came: layer, onRow: true }],
  [is(crm.key.add), { came: layer }],
  // With what an earlier key has ticked it asks; without, it says that nothing is.
  [is(crm.key.many), { came: step }],
  [is(crm.key.take, crm.key.finish, crm.key.note), { came: step, onRow: true }],
  // Without an alert of the row's member there is nothing to take.
  [is(monitor.key.acknowledge, monitor.key.resolve), { came: layer, onRow: true }],
  [is(monitor.days.d7), { came: place, from: (path) => `${path}?days=1` }],
  [is(monitor.days.d0, monitor.days.d1, monitor.days.d3), { came: place }],
  [
    is(
      childcare.part.vaccination,
      childcare.part.fluoride,
      childcare.part.preventive,
      childcare.part.biliary,
      childcare.part.growth,
    ),
    { came: place, onRow: true },
  ],
  [is(childcare.add), { came: layer, onRow: true }],
  [is(diet.key.next), { came: step }],
  [is(diet.many.send), { came: step }],
  [is(diet.key.advice), { came: step, onRow: true }],
  [is(diet.key.food), { came: step }],
  [is(diet.key.prevDay), { came: place }],
  // After today nothing comes.
  [is(diet.key.nextDay), { came: place, first: () => ['ArrowLeft', 'ArrowLeft'] }],
  [is(members.key.select), { came: (now) => now.ticked > 0, onRow: true }],
  [is(grants.key.revoke, payments.exemption.withdraw, payments.give), { came: layer, onRow: true }],
  [is(review.approve, review.return, outbox.again), { came: step, onRow: true }],
  [is(settlement.key.earlier), { came: place }],
  [is(settlement.key.later), { came: place, first: () => ['ArrowLeft', 'ArrowLeft'] }],
  [is(history.earlier), { came: place }],
  [is(history.later), { came: place, first: () => ['[', '['] }],
  [is(common.recording.play), { came: place, onRow: true }],
  [is(calllog.act.back), { came: step, onRow: true }],
  [is(history.key.note, history.key.play), { came: place, onRow: true }],
  [is(...Object.values(appointments.key).filter((text) => !text.includes('{{'))), { came: step, onRow: true }],
  [
    is(
      appointments.act.change,
      appointments.act.link,
      members.key.call,
      members.key.book,
      members.key.emr,
      members.key.message,
      members.key.upload,
    ),
    { came: step, onRow: true },
  ],
  [named(appointments.key.tab), { came: tab, first: another }],
  [is(...Object.values(shifts.tab)), { came: tab, first: another }],
  [is(chat.key.find, chat.key.search), { came: field }],
  [is(chat.key.next), { came: place }],
  [is(shifts.key.today), { came: place, from: (path) => `${path}?date=2031-05-05` }],
  [is(home.key.next, home.key.call), { came: step }],
  [named(home.key.item), { came: place }],
  [
    is(
      ...Object.values(emr.part).filter((text) => typeof text === 'string'),
      emr.icd.find,
      emr.rx.add,
      rx.sets.go,
      phrases.template.find,
    ),
    { came: field },
  ],
  [is(emr.sign.finish, emr.sign.only, emr.copy.title, emr.copy.rxTitle), { came: layer }],
  // In the record it leads to the note alone, which it then hands out as a file.
  [is(documents.print), { came: place, saves: true }],
  [is(emr.versions.title), { came: layer }],
  [is(documents.toRecord), { came: place }],
  // An eye is chosen where both are shown, and both where one is.
  [is(signals.fundus.keys.both), { came: place, first: () => ['l'] }],
  [is(signals.fundus.keys.left, signals.fundus.keys.right, signals.fundus.keys.redFree), { came: place }],
  [is(signals.fundus.keys.remark), { came: field }],
  [is(signals.fundus.keys.earlier), { came: place, first: () => ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'] }],
  [is(signals.fundus.keys.later), { came: place, first: () => ['ArrowRight'] }],
  [is(signals.fundus.keys.whole, dicom.key.reset), { came: nothing, picture: true, first: () => ['+'] }],
  // Told, or asked into which note.
  [is(files.intoNote.put), { came: step }],
  [is(files.opinion), { came: layer }],
  [is(dicom.key.tags), { came: place }],
  [is(dicom.key.next, dicom.key.last), { came: place, first: () => ['Home'] }],
  [is(dicom.key.previous, dicom.key.first), { came: place, first: () => ['End'] }],
  // Of the ways to drag one is on.
  [is(dicom.mode.pan), { came: nothing, picture: true, first: () => ['z'] }],
  [
    is(dicom.mode.window, dicom.mode.zoom, dicom.mode.scroll, dicom.mode.length),
    { came: nothing, picture: true, first: () => ['p'] },
  ],
  [is(dicom.key.play), { came: nothing, picture: true, after: ['Space'] }],
  [
    is(
      dicom.key.invert,
      dicom.key.turn,
      dicom.key.flip,
      dicom.key.larger,
      dicom.key.smaller,
      dicom.key.narrower,
      dicom.key.wider,
      dicom.key.brighter,
      dicom.key.darker,
    ),
    { came: nothing, picture: true },
  ],
  [named(dicom.key.preset), { came: nothing, picture: true, first: () => [',', ','] }],
]
