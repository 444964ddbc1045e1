import { createHmac } from 'node:crypto'

export interface IceConfig {
  stunUrls: readonly string[]
  turnUrls: readonly string[]
  /** The `static-auth-secret` of coturn's `use-auth-secret`; without it TURN is not offered. */
  turnSecret?: string
  /** How long the credentials open the relay, in seconds. */
  ttl: number
}

export interface IceServer {
  urls: string[]
  username?: string
  credential?: string
}

/** Time-limited credentials by the TURN REST convention: the user name carries its own end, the secret signs it. */
export function turnCredentials(secret: string, user: string, expiresAt: number) {
  const username = `${Math.floor(expiresAt)}:${user}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}

export function iceServers(config: IceConfig, user: string, nowMs: number): IceServer[] {
  const servers: IceServer[] = []
  if (config.stunUrls.length > 0) servers.push({ urls: [...config.stunUrls] })
  if (config.turnUrls.length > 0 && config.turnSecret) {
    const credentials = turnCredentials(config.turnSecret, user, nowMs / 1000 + config.ttl)
    servers.push({ urls: [...config.turnUrls], ...credentials })
  }
  return servers
}
