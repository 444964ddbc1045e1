import type { Received } from '@teleward/contract/monitoring/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeDevice } from '../../devices/fixture.ts'
import type { InboxEvent } from '../../devices/inbox.ts'
import { CHARACTERISTICS as C, SERVICES as S } from '../../devices/web-bluetooth.ts'
import { stubBrowser } from '../../testing/browser.ts'

const NOW = Date.parse('2024-03-15T00:31:00Z')
const LIN = { pid: 201, name: '林雅婷', openedAt: Date.parse('2024-03-15T00:29:00Z') }
const WU = { pid: 202, name: '吳志明', openedAt: NOW }
/** 120/80, user 1, 08:30 in Taipei; 162/98, user 2, that evening; 350/80. */
const GOOD = '1e780050005d00e807030f081e004800010000'
const ODD = '1e5e0150005d00e807030f081e054800010000'
const settled = () => new Promise((done) => setTimeout(done))
afterEach(() => vi.useRealTimers())

type Language = 'zh-TW' | 'zh-CN' | 'en'
/** The panel on a desk of its own, with a cuff, a thermometer and a server that a test answers for. */
async function panel(language: Language = 'zh-TW', { bluetooth = true } = {}) {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.resetModules()
  stubBrowser()
  const listeners = new Map<string, (event: unknown) => void>()
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  })
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'clinic.example', origin: 'https://clinic.example' })
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'devices')
  await setLanguage(language)
  const { createInbox } = await import('../../devices/inbox.ts')
  const { createHub } = await import('../../devices/hub.ts')
  const { DevicePanelView } = await import('./DevicePanel.tsx')
  const { noticeOf } = await import('./words.ts')
  const { ApiError } = await import('../../api/errors.ts')
  const server = { answer: (): Received | Error => ({ stored: true, duplicate: false, reading: null, ecg: null }) }
  const inbox = createInbox({
    now: Date.now,
    send: async () => {
      const answer = server.answer()
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const events: InboxEvent[] = []
  inbox.on((event) => events.push(event))
  const choices: FakeDevice[] = []
  const lost: string[] = []
  const hub = createHub({
    inbox,
    bluetooth: bluetooth
      ? {
          requestDevice: async () => {
            const next = choices.shift()
            if (!next) throw new DOMException('closed', 'NotFoundError')
            return next
          },
        }
      : undefined,
    now: Date.now,
    zone: () => 'Asia/Taipei',
    pause: () => new Promise(() => {}),
    lost: (name) => lost.push(name),
  })
  hub.open()
  const connect = async (device: FakeDevice) => {
    choices.push(device)
    await hub.add()
    await settled()
    return device
  }
  return {
    ...{ inbox, hub, server, lost, connect, listeners, ApiError },
    cuff: () => connect(new FakeDevice('1', 'BP-7', { [S.bloodPressure]: [C.bloodPressure] })),
    text: () => renderToStaticMarkup(<DevicePanelView desk={{ inbox, hub }} />).replace(/<[^>]*>/g, ' '),
    notices: () => events.map(noticeOf).filter((one) => one !== null),
  }
}

describe('the device panel', () => {
  it.each<[Language, string, string, string, string]>([
    ['zh-TW', '讀值歸屬：林雅婷', '已連線', '已收到資料', '已儲存'],
    ['zh-CN', '读数归属：林雅婷', '已连接', '已收到数据', '已保存'],
    ['en', 'Readings go to 林雅婷', 'Connected', 'Data received', 'Stored'],
  ])(
    '[DEV-01~] shows devices, the last reading and whose it is, and says for 3 s that it has come (%s)',
    async (language, whose, ready, received, stored) => {
      const { inbox, cuff, text, notices } = await panel(language)
      inbox.setPerson(LIN)
      expect(text()).toContain(whose)
      const device = await cuff()
      expect(text()).toContain(ready)
      device.send(C.bloodPressure, GOOD)
      await settled()
      for (const word of ['BP-7', '120/80 mmHg', '72 bpm', '08:30', '林雅婷', stored]) expect(text()).toContain(word)
      expect(notices()).toMatchObject([{ kind: 'ok', title: received, lasts: 'measurement' }])
      const { NOTIFY_SECONDS } = await import('../../ui/notify.ts')
      expect(NOTIFY_SECONDS.measurement).toBe(3)
    },
  )
  it('[DEV-03~] says what cannot be parsed with its title and text, and shows nothing of it', async () => {
    const { inbox, cuff, text, notices } = await panel()
    inbox.setPerson(LIN)
    const device = await cuff()
    const before = text()
    device.send(C.bloodPressure, '03020304050607')
    await settled()
    expect(text()).toBe(before)
    expect(notices()).toMatchObject([{ kind: 'bad', title: '資料解析失敗' }])
    expect(notices()[0]?.text).toContain('無法解析收到的健康設備資料')
  })
  it('[DEV-04~] asks about a value that no body has, with the ways out of it', async () => {
    const { inbox, cuff, text } = await panel()
    inbox.setPerson(LIN)
    ;(await cuff()).send(C.bloodPressure, ODD)
    for (const word of ['數值異常（350 mmHg），請確認是否正確', '更正', '確認無誤', '不採用'])
      expect(text()).toContain(word)
  })
  it('[M4] [M5] asks about all that is doubted at once, and says what came late or could not be read', async () => {
    const { inbox, listeners, server, text, notices, ApiError } = await panel()
    inbox.setPerson({ ...LIN, openedAt: 0 })
    const say = (data: Record<string, unknown>) =>
      listeners.get('message')?.({ origin: 'https://clinic.example', source: window, data })
    const weight = { dataType: 'weight', weight: 154.3, deviceName: '體重計' }
    say(weight)
    expect(notices()).toMatchObject([{ kind: 'bad', title: '資料解析失敗' }])
    expect(notices()[0]?.text).toContain('未註明單位，或單位互相矛盾。請註明其中一種：kg, lb')
    const doubts = [
      { code: 'TIME_IMPLAUSIBLE', day: '2022-03-15' },
      { code: 'WEIGHT_CHANGE_IMPLAUSIBLE', value: '154.3' },
    ]
    server.answer = () => new ApiError('TIME_IMPLAUSIBLE', '', 409, [], { day: '2022-03-15', doubts })
    say({ ...weight, weight_unit: 'kg' })
    await settled()
    for (const word of [
      '量測時間是 2022-03-15，請確認設備的日期是否正確',
      '體重 154.3 kg 與兩天內的量測相差超過 20%',
      '確認無誤',
    ])
      expect(text()).toContain(word)
    server.answer = () => ({ stored: true, duplicate: false, reading: null, ecg: null })
    const pressure = { dataType: 'blood_pressure', systolic: 120, diastolic: 80, unit: 'mmHg', pulse_rate: 'Err' }
    say({ ...pressure, timestamp: NOW - 25 * 3_600_000 })
    await settled()
    for (const word of ['脈搏「Err」無法讀取，未儲存', '超過一天']) expect(text()).toContain(word)
  })
  it('[DEV-04~] says that a reading came twice', async () => {
    const { inbox, cuff, text, notices } = await panel()
    inbox.setPerson(LIN)
    const device = await cuff()
    device.send(C.bloodPressure, GOOD)
    await settled()
    device.send(C.bloodPressure, GOOD)
    expect(text()).toContain('收到 2 次，只記 1 筆')
    expect(notices().at(-1)).toMatchObject({ title: '此筆量測已收到', lasts: 'measurement' })
  })
  it('[DEV-01~] shows what is held back, why, and to whom it can be given', async () => {
    const { inbox, cuff, text } = await panel()
    inbox.setPerson(LIN)
    inbox.setPerson(WU)
    ;(await cuff()).send(C.bloodPressure, GOOD)
    for (const word of ['待確認的讀值', '早於目前畫面上的人員', '歸給 吳志明', '歸給 林雅婷', '不採用'])
      expect(text()).toContain(word)
  })
  it('[DEV-02~] offers to take over what is only logged; a glucose with its meal', async () => {
    const { inbox, server, connect, text } = await panel()
    inbox.setPerson({ ...LIN, openedAt: 0 })
    server.answer = () => ({ stored: false, duplicate: false, reading: null, ecg: null })
    const thermometer = await connect(new FakeDevice('2', 'T', { [S.thermometer]: [C.temperature] }))
    thermometer.send(C.temperature, '01ec0300ff')
    await settled()
    for (const word of ['38 °C', '100.4 °F', '僅記錄，未存為量測值', '採用']) expect(text()).toContain(word)
    expect(text()).toContain('設備未提供可信的時間，以收到時間')
    const meter = await connect(new FakeDevice('3', 'GM', { [S.glucose]: [C.glucose, C.records] }))
    meter.send(C.glucose, '060300e80703100701003ac011'.replace('e8070310', 'e807030f'))
    await settled()
    for (const word of ['採用為空腹血糖', '採用為飯前血糖', '採用為飯後血糖', '採用為血糖（未註明用餐）'])
      expect(text()).toContain(word)
  })
  it('[DEV-01~] says honestly that what is not sent is kept in this page alone', async () => {
    const { inbox, server, cuff, text, notices, ApiError } = await panel()
    inbox.setPerson(LIN)
    server.answer = () => new ApiError('NETWORK_FAILED', '', 0)
    ;(await cuff()).send(C.bloodPressure, GOOD)
    await settled()
    for (const word of ['1 筆尚未送出，只保留在這個頁面', '立即送出', '林雅婷']) expect(text()).toContain(word)
    expect(notices()).toMatchObject([{ kind: 'warn', title: '尚未送出，已保留在此頁' }])
  })
  it('[DEV-01~] hears the app, also where the browser has no Bluetooth, and says so; another page is not the app', async () => {
    const { inbox, listeners, text } = await panel('zh-TW', { bluetooth: false })
    inbox.setPerson(LIN)
    expect(text()).toContain('此瀏覽器不支援藍牙設備')
    expect(text()).not.toContain('連接設備')
    const data = { dataType: 'weight', weight: 61.2, weight_unit: 'kg', deviceName: '體重計' }
    listeners.get('message')?.({ origin: 'https://evil.example', source: null, data })
    listeners.get('message')?.({ origin: 'https://clinic.example', source: {}, data })
    expect(text()).not.toContain('61.2')
    listeners.get('message')?.({ origin: 'https://clinic.example', source: window, data })
    await settled()
    for (const word of ['體重計', '61.2 kg', '林雅婷']) expect(text()).toContain(word)
    listeners.get('nativeReading')?.({ detail: { ...data, weight: 61.9 } })
    expect(text()).toContain('61.9 kg')
  })
  it('[DEV-01~] a device that is lost is said, waits, and can be removed; closed, nothing is listened to', async () => {
    const { hub, lost, cuff, text, listeners } = await panel()
    const device = await cuff()
    device.failures = [new DOMException('out of reach', 'NetworkError')]
    device.lose()
    await settled()
    expect(lost).toEqual(['BP-7'])
    expect(text()).toContain('等待設備')
    hub.close()
    expect([device.gatt.connected, listeners.has('message')]).toEqual([false, false])
    hub.open()
    await settled()
    expect(text()).toContain('已連線')
    hub.forget('1')
    expect([device.gatt.connected, text().includes('BP-7')]).toEqual([false, false])
  })
})
