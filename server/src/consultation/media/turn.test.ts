import { describe, expect, it } from 'vitest'
import { iceServers, turnCredentials } from './turn.ts'

const config = {
  stunUrls: ['stun:stun.example.org:3478'],
  turnUrls: ['turn:turn.example.org:3478?transport=udp', 'turns:turn.example.org:5349?transport=tcp'],
  turnSecret: 'north',
  ttl: 3600,
}

describe('TURN credentials', () => {
  it('[CALL-22~] signs the end of their time and the user as coturn with use-auth-secret expects', () => {
    // printf '1700003600:12_77' | openssl dgst -sha1 -hmac north -binary | base64
    expect(turnCredentials('north', '12_77', 1_700_003_600)).toEqual({
      username: '1700003600:12_77',
      credential: 'Esf/dZHSaxEw24CqM0jjEbLp47Q=',
    })
  })

  it('[CALL-22~] end when their time is over', () => {
    const [, turn] = iceServers(config, '12_77', 1_700_000_000_900)
    expect(turn?.username).toBe('1700003600:12_77')
    expect(turn?.urls).toEqual(config.turnUrls)
  })

  it('[CALL-22~] differ per user and per secret', () => {
    const of = (secret: string, user: string) => turnCredentials(secret, user, 1_700_003_600).credential
    expect(new Set([of('north', 'a'), of('north', 'b'), of('south', 'a')]).size).toBe(3)
  })

  it('[CALL-22~] are not offered without a secret, and STUN stays without a password', () => {
    const servers = iceServers({ ...config, turnSecret: undefined }, '12_77', 0)
    expect(servers).toEqual([{ urls: config.stunUrls }])
    expect(iceServers({ stunUrls: [], turnUrls: [], ttl: 60 }, '12_77', 0)).toEqual([])
  })
})
