import type { EndpointReply } from '@teleward/contract/core/endpoint.ts'
import type { loginConfigOf } from '@teleward/contract/auth/endpoints.ts'
import { readUiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { hasWelcome, welcomeOf } from './welcome.ts'

interface Row {
  name: string
  name_en: string | null
  name_zh_cn: string | null
  logo: string | null
  primary_colour: string | null
  phone: string | null
  ui_config: unknown
}

/** Looks and words of a sign-in page: nothing here that a passer-by may not know. */
export async function loginConfig(db: Db, partnerId: number): Promise<EndpointReply<typeof loginConfigOf>> {
  const rows = await db.system.read(sql<Row & { id: number }>`
    select id, name, name_en, name_zh_cn, logo, primary_colour, phone, ui_config
    from partner where id in (${partnerId}, 0) and status = 'active' order by (id = ${partnerId}) desc`)
  const own = rows.find((row) => row.id === partnerId)
  // A page of an institution that lives elsewhere wears the operator's name.
  const row = own ?? (hasWelcome(partnerId) ? rows[0] : undefined)
  if (!row && !hasWelcome(partnerId)) throw new AppError('NOT_FOUND')
  const shown = readUiConfig(own?.ui_config)
  const name = row?.name ?? 'Teleward'
  return {
    partnerId,
    name: { 'zh-TW': name, 'zh-CN': row?.name_zh_cn ?? name, en: row?.name_en ?? name },
    logo: shown.logo ?? row?.logo ?? null,
    welcome: shown.login.welcome ?? welcomeOf(partnerId),
    phone: row?.phone ?? null,
    primaryColour: shown.primaryColour ?? row?.primary_colour ?? null,
    loginTypes: shown.login.loginTypes,
  }
}
