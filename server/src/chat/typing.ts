import { chatClientMessages, chatTyping } from '@teleward/contract/chat/events.ts'
import { allows } from '@teleward/contract/core/access.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { ofLink } from './link.ts'
import { requireConversation } from './service.ts'
import { takingPart } from './tell.ts'

/** 'Is writing', to whoever takes part: asked about as a message is, kept nowhere. */
export function registerTyping({ sockets, db, clock }: Deps): void {
  const schema = chatClientMessages['chat.typing']
  sockets.onStaff((connection) =>
    connection.on('chat.typing', {
      schema,
      handle: async ({ conversation: id }) => {
        const { actor } = connection
        if (id === undefined) throw new AppError('BAD_INPUT')
        if (!actor.onBoard || !allows(actor.rights, 'chat.staff') || actor.closed.has('POST /his/api/savechatmsg'))
          throw new AppError('FORBIDDEN')
        const read = <T>(query: Parameters<typeof db.read<T>>[1]) => db.read<T>(scopeOf(actor), query)
        const conversation = await requireConversation(read, actor, id)
        const [name] = await read(
          sql<{ nameEn: string | null }>`select name_en as "nameEn" from staff where mid = ${actor.mid}`,
        )
        const hears = await takingPart(read, conversation, clock.now())
        await db.system.tx((tx) =>
          tx.emit(chatTyping, hears, {
            id: conversation.id,
            mid: actor.mid,
            name: actor.name,
            nameEn: name?.nameEn ?? null,
          }),
        )
      },
    }),
  )
  sockets.onPatient((connection) =>
    connection.on('chat.typing', {
      schema,
      handle: async () => {
        const { actor } = connection
        if (actor.purpose !== 'chat' || !actor.identified) throw new AppError('FORBIDDEN')
        const [conversation] = await db.read(scopeOf(actor), ofLink(actor))
        if (!conversation) return
        const hears = await takingPart((query) => db.read(scopeOf(actor), query), conversation, clock.now())
        // The unit hears that somebody writes; who it is they see where they may.
        await db.system.tx((tx) =>
          tx.emit(chatTyping, hears, { id: conversation.id, mid: null, name: '', nameEn: null }),
        )
      },
    }),
  )
}
