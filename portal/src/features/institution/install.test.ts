import { describe, expect, it } from 'vitest'
import { otherWays, placeOf, wayOf } from './install.ts'

const AGENTS = {
  chromeWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  edgeWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  firefoxWindows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  operaWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0',
  safariMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  safariPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  chromePhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
  linePhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.9.0',
  chromeAndroid:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  samsung:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  firefoxAndroid: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  webview:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36',
  unknown: 'curl/8.5.0',
} as const

describe('[SET-03~] the way to install', () => {
  it.each([
    ['chromeWindows', 0, 'desktop'],
    ['edgeWindows', 10, 'desktop'],
    ['firefoxWindows', 0, 'elsewhere'],
    ['operaWindows', 0, 'elsewhere'],
    ['safariMac', 0, 'safariMac'],
    // The same words, on an iPad.
    ['safariMac', 5, 'iosShare'],
    ['safariPhone', 5, 'iosShare'],
    ['chromePhone', 5, 'iosShare'],
    ['linePhone', 5, 'outside'],
    ['chromeAndroid', 5, 'android'],
    ['samsung', 5, 'android'],
    ['firefoxAndroid', 5, 'firefoxAndroid'],
    ['webview', 5, 'outside'],
    ['unknown', 0, 'elsewhere'],
  ] as const)('of %s with %d fingers is %s', (agent, touch, way) => {
    expect(wayOf(placeOf(AGENTS[agent], touch), false)).toBe(way)
  })
  it('is the browser’s own prompt where it offers one, but not within another app', () => {
    expect(wayOf(placeOf(AGENTS.chromeWindows, 0), true)).toBe('prompt')
    expect(wayOf(placeOf(AGENTS.webview, 5), true)).toBe('outside')
  })
  it('leaves the own one out of those that are told besides', () => {
    expect(otherWays('iosShare')).toEqual(['desktop', 'safariMac', 'android', 'firefoxAndroid'])
    expect(otherWays('elsewhere')).toHaveLength(5)
  })
})
