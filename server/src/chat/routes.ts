import * as api from '@teleward/contract/chat/endpoints.ts'
import { CHAT_SHEET_ROWS, RECENT_CONTACTS } from '@teleward/contract/chat/rules.ts'
import type { PatientContact } from '@teleward/contract/chat/schema.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, route } from '../platform/http/index.ts'
import type { StaffActor } from '../platform/actor.ts'
import { change } from './groups.ts'
import { shown } from './attached.ts'
import { SWEEP } from './attachments.ts'
import { registerChatFiles } from './attachment-routes.ts'
import { registerChatLinks } from './link-routes.ts'
import { signerOf } from '../storage/tickets.ts'
import * as repo from './repo.ts'
import * as service from './service.ts'
import { chatSheet } from './sheet.ts'
import { registerTyping } from './typing.ts'

const CONTACTS = 20
/** Those who wait longest, shown where no conversation is chosen. */
const WAITING = 3
/** The next one with unread words, and one more, for one may be open. */
const UNREAD_FIRST = 2
type StaffCtx = Ctx<StaffActor>
const about = (ctx: StaffCtx, { id, pid }: Pick<repo.Conversation, 'id' | 'pid'>, detail?: Record<string, unknown>) =>
  ctx.target({ kind: 'conversation', id, pid, ...(detail ? { detail } : {}) })

/** A list shows how a patient's last words begin: the audit row names whose, as of other lists. */
const shows = (ctx: StaffCtx, of: { kind: string; id: string | number }, rows: readonly { row: PatientContact }[]) => {
  const pids = [...new Set(rows.flatMap(({ row }) => (row.last?.textContent ? [row.pid] : [])))]
  ctx.target({ ...of, ...(pids.length ? { detail: { pids } } : {}) })
}

export function register(deps: Deps): void {
  const { http, clock, db, timers } = deps
  const signer = (ctx: StaffCtx) => signerOf(db, ctx.who, clock.now())
  const reading =
    (ctx: StaffCtx): (<T>(query: Parameters<typeof ctx.read<T>>[0]) => Promise<T[]>) =>
    (query) =>
      ctx.read(query)

  route(http, api.getContacts, async (ctx) => {
    const span = { limit: RECENT_CONTACTS }
    const [patients, doctors, groups, [unread], unreadFirst, waiting] = await Promise.all([
      ctx.read(repo.patients(ctx.who, span)),
      ctx.read(repo.colleagues(ctx.who, span, true)),
      ctx.read(repo.groups(ctx.who, span)),
      ctx.read(repo.unreadOf(ctx.who)),
      ctx.read(repo.unreadFirst(ctx.who, UNREAD_FIRST)),
      ctx.read(repo.waitingLongest(ctx.who, WAITING)),
    ])
    shows(ctx, { kind: 'conversations', id: 'recent' }, [...patients, ...waiting])
    return {
      patients: patients.map(({ row }) => row),
      doctors: doctors.map(({ row }) => row),
      groups: groups.map(({ row }) => row),
      unread: unread ?? { patients: 0, doctors: 0, groups: 0 },
      unreadFirst,
      waiting: waiting.map(({ row }) => row),
    }
  })
  route(http, api.postContact, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { pid, mid } = body
      if ((pid === undefined) === (mid === undefined)) throw new AppError('BAD_INPUT')
      ctx.target({ kind: pid === undefined ? 'staff' : 'member', id: pid ?? mid ?? 0, pid: pid ?? null })
      const conversation =
        pid !== undefined
          ? await service.withPatient(tx, ctx.who, pid, clock.now())
          : await service.withColleague(tx, ctx.who, mid ?? 0, clock.now())
      about(ctx, conversation)
      await service.showInList(tx, ctx.who, conversation)
      return service.keptHead(tx.many, ctx.who, conversation)
    }),
  )
  route(http, api.removeContact, (ctx, { body }) => {
    about(ctx, { id: body.id, pid: null })
    return ctx.tx(async (tx) => {
      await service.remove(tx, ctx.who, body.id)
      return { id: body.id }
    })
  })
  const listed = <T>(rows: { row: T }[], total: number, page: number) => ({
    contacts: rows.map(({ row }) => row),
    page,
    more: page * CONTACTS < total,
    total,
  })
  route(http, api.chatPatients, async (ctx, { params }) => {
    const [rows, [count]] = await Promise.all([
      ctx.read(repo.patients(ctx.who, { limit: CONTACTS, offset: (params.page - 1) * CONTACTS })),
      ctx.read(repo.patientsCount(ctx.who)),
    ])
    shows(ctx, { kind: 'conversations', id: `page ${params.page}` }, rows)
    return listed(rows, count?.n ?? 0, params.page)
  })
  route(http, api.chatDoctors, async (ctx, { query }) => {
    const [rows, [count]] = await Promise.all([
      ctx.read(repo.colleagues(ctx.who, { limit: CONTACTS, offset: (query.page - 1) * CONTACTS })),
      ctx.read(repo.colleaguesCount(ctx.who)),
    ])
    return listed(rows, count?.n ?? 0, query.page)
  })
  route(http, api.chatGroups, async (ctx) =>
    (await ctx.read(repo.groups(ctx.who, { limit: 200 }))).map(({ row }) => row),
  )

  route(http, api.getMessages, async (ctx, { params, query }) => {
    about(ctx, { id: params.id, pid: null })
    const conversation = await service.requireConversation(reading(ctx), ctx.who, params.id)
    about(ctx, conversation)
    return service.pageOf(reading(ctx), ctx.who, conversation, query, await signer(ctx))
  })
  route(http, api.messagesOfPatient, async (ctx, { body }) => {
    ctx.target({ kind: 'member', id: body.pid, pid: body.pid })
    const conversation = await ctx.tx((tx) => service.withPatient(tx, ctx.who, body.pid, clock.now()))
    about(ctx, conversation)
    return service.pageOf(reading(ctx), ctx.who, conversation, body, await signer(ctx))
  })
  route(http, api.messagesOfDoctor, async (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: body.mid })
    const conversation = await ctx.tx((tx) => service.withColleague(tx, ctx.who, body.mid, clock.now()))
    about(ctx, conversation)
    return service.pageOf(reading(ctx), ctx.who, conversation, body, await signer(ctx))
  })
  route(http, api.messagesOfGroup, async (ctx, { body }) => {
    about(ctx, { id: body.id, pid: null })
    const conversation = await service.requireConversation(reading(ctx), ctx.who, body.id)
    if (conversation.kind !== 'group') throw new AppError('CHAT_NOT_ALLOWED')
    return service.pageOf(reading(ctx), ctx.who, conversation, body, await signer(ctx))
  })
  route(http, api.sendMessage, (ctx, { body }) => {
    about(ctx, { id: body.id, pid: null })
    return signer(ctx).then((signed) =>
      ctx.tx(async (tx) => {
        const message = await service.send(tx, ctx.who, clock.now(), body)
        const attached = message.attachment ? { attached: message.attachment.kind } : {}
        about(ctx, await service.requireConversation(tx.many, ctx.who, body.id), { seq: message.seq, ...attached })
        return shown(signed, message)
      }),
    )
  })
  route(http, api.recallMessage, (ctx, { body }) => {
    ctx.target({ kind: 'message', id: body.id })
    return ctx.tx(async (tx) => {
      const { message, of, hash, attachment } = await service.recall(tx, ctx.who, clock.now(), body.id)
      about(ctx, of, { seq: message.seq, hash })
      // Its bytes go with the transaction, whatever becomes of this process.
      if (attachment) await timers.set(tx, SWEEP, attachment, clock.now())
      return { ...message, attachment: null }
    })
  })
  route(http, api.readMessages, async (ctx, { body }) => ({
    id: body.id,
    readSeq: await ctx.tx((tx) => service.read(tx, ctx.who, clock.now(), body)),
  }))
  route(http, api.newDoctorChat, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      ctx.target({ kind: 'staff', id: body.mid })
      const conversation = await service.withColleague(tx, ctx.who, body.mid, clock.now())
      about(ctx, conversation)
      return service.keptHead(tx.many, ctx.who, conversation)
    }),
  )
  route(http, api.changeGroup, (ctx, { body }) => {
    ctx.target({ kind: 'conversation', id: 'id' in body ? body.id : 'new', detail: { step: body.action } })
    return ctx.tx(async (tx) => {
      const { id, group } = await change(tx, ctx.who, clock.now(), body)
      about(ctx, { id, pid: null }, { step: body.action })
      return group
    })
  })
  route(http, api.searchMessages, async (ctx, { body }) => {
    const { q, id } = body
    ctx.target({ kind: 'search', id: id ?? 'all' })
    if (id !== undefined) about(ctx, await service.requireConversation(reading(ctx), ctx.who, id))
    const span = { limit: CONTACTS, q }
    const people = id === undefined
    const [patients, doctors, groups, messages] = await Promise.all([
      people ? ctx.read(repo.patients(ctx.who, span)) : [],
      people ? ctx.read(repo.colleagues(ctx.who, span)) : [],
      people ? ctx.read(repo.groups(ctx.who, span)) : [],
      ctx.read(repo.search(ctx.who, q, id)),
    ])
    if (people) {
      shows(ctx, { kind: 'search', id: 'all' }, patients)
      await keepShown(deps, ctx, messages)
    }
    return {
      patients: patients.map(({ row }) => row),
      doctors: doctors.map(({ row }) => row),
      groups: groups.map(({ row }) => row),
      messages: messages.map(({ time, pid: _, ...found }) => ({ ...found, time: time.toISOString() })),
    }
  })
  route(http, api.exportChat, async (ctx, { body }) => {
    about(ctx, { id: body.id, pid: null })
    const conversation = await service.requireConversation(reading(ctx), ctx.who, body.id)
    const rows = await ctx.read(repo.messages(ctx.who, conversation.id, { newestFirst: true, limit: CHAT_SHEET_ROWS }))
    about(ctx, conversation, { format: 'xlsx', rows: rows.length, total: conversation.lastSeq })
    return chatSheet({
      head: await service.head(reading(ctx), ctx.who, conversation),
      messages: rows.map(({ row }) => row),
      lang: ctx.lang,
      zone: ctx.who.timeZone,
    })
  })
  registerChatFiles(deps)
  registerChatLinks(deps)
  registerTyping(deps)
}

/** A search over all conversations shows parts of several patients': of each it is kept who read in it. */
async function keepShown(
  { db }: Deps,
  { who, ip, requestId }: StaffCtx,
  messages: readonly { conversationId: number; pid: number | null }[],
): Promise<void> {
  const shown = new Map(messages.map(({ conversationId, pid }) => [conversationId, pid]))
  const origin = { mid: who.mid, partnerId: who.partnerId, ip, requestId }
  const entry = {
    action: `${api.searchMessages.method} ${api.searchMessages.path}`,
    kind: 'read',
    outcome: 'OK',
  } as const
  await Promise.all(
    [...shown].map(([id, pid]) => db.audit({ ...entry, target: { kind: 'conversation', id }, pid }, origin)),
  )
}
