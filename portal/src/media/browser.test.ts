import { expect, it } from 'vitest'
import { browserOf, outside } from './browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
const agents = {
  lineIos: `${IPHONE} Mobile/15E148 Safari Line/14.18.0`,
  lineAndroid: `${ANDROID} Version/4.0 Chrome/130.0 Mobile Safari/537.36 Line/14.18.0/IAB`,
  facebook: `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`,
  webview:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/130.0 Mobile Safari/537.36',
  wechat: `${ANDROID} Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0`,
  safari: `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
  chromeIos: `${IPHONE} CriOS/130.0 Mobile/15E148 Safari/604.1`,
  android: `${ANDROID} Chrome/130.0 Mobile Safari/537.36`,
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
}

it('tells the browsers apart in which one presses something else', () => {
  const kinds = Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, browserOf(agent)]))
  expect(kinds).toEqual({
    lineIos: 'line',
    lineAndroid: 'line',
    facebook: 'inApp',
    webview: 'inApp',
    wechat: 'inApp',
    safari: 'iosSafari',
    chromeIos: 'iosOther',
    android: 'android',
    mac: 'safari',
    firefox: 'firefox',
    edge: 'chrome',
  })
})

it('knows the way out of an app’s browser with the whole address, and none out of a real one', () => {
  const page = 'https://care.example.org/link/abc?step=x'
  expect(outside(agents.lineIos, page)).toBe(`${page}&openExternalBrowser=1`)
  expect(outside(agents.webview, page)).toBe('intent://care.example.org/link/abc?step=x#Intent;scheme=https;end')
  expect(outside(agents.facebook, page)).toBe('x-safari-https://care.example.org/link/abc?step=x')
  for (const agent of [agents.wechat, agents.safari, agents.android, agents.edge])
    expect(outside(agent, page)).toBeNull()
  expect(outside(agents.webview, 'http://127.0.0.1:4173/link/abc')).toBeNull()
})
