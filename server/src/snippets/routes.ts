import * as api from '@teleward/contract/snippets/endpoints.ts'
import * as templates from '@teleward/contract/snippets/template-endpoints.ts'
import * as files from '@teleward/contract/snippets/import-endpoints.ts'
import type { Read } from '../patients/service.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { importWords, readFile } from './imports.ts'
import { template } from './template.ts'
import { divisionOf, keepTemplate, removeTemplate, templatesOf } from './templates.ts'
import { addWord, editWord, orderWords, removeWord, words } from './service.ts'

export function register(deps: Deps): void {
  phrases(deps)
  noteTemplates(deps)
}

function noteTemplates({ http, clock }: Deps): void {
  route(http, templates.getNoteTemplates, async (ctx) => {
    const read: Read = (statement) => ctx.read(statement)
    return { ...(await divisionOf(read, ctx.who)), templates: await templatesOf(read, ctx.who) }
  })
  route(http, templates.upsertNoteTemplate, (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const kept = await keepTemplate(tx, ctx.who, clock.now(), body)
      const { name, code, division } = kept
      ctx.target({ kind: 'noteTemplate', id: kept.id, detail: { name, code, division } })
      return kept
    }),
  )
  route(http, templates.delNoteTemplate, (ctx, { body }) => {
    ctx.target({ kind: 'noteTemplate', id: body.id })
    return ctx.tx((tx) => removeTemplate(tx, ctx.who, body))
  })
}

function phrases({ http }: Deps): void {
  route(http, api.getWords, (ctx, { query }) => words((statement) => ctx.read(statement), query.type))
  route(http, api.postWord, (ctx, { body }) => ctx.tx((tx) => addWord(tx, ctx.who, body)))
  route(http, api.putWord, (ctx, { body }) =>
    ctx.tx((tx) => ('order' in body ? orderWords(tx, ctx.who, body) : editWord(tx, ctx.who, body))),
  )
  route(http, api.delWord, (ctx, { body }) => ctx.tx((tx) => removeWord(tx, ctx.who, body)))
  route(
    http,
    files.importWords,
    async (ctx, { body }) => {
      const read = await readFile(body.file)
      return ctx.tx(async (tx) => {
        const result = await importWords(tx, ctx.who, ctx.lang, read, body)
        const { state, total, imported, bad } = result
        ctx.target({ kind: 'wordImport', id: body.importId, detail: { state, total, imported, bad } })
        return result
      })
    },
    { bodyLimit: 2 * files.WORD_IMPORT_MAX_BYTES },
  )
  route(http, files.wordImportTemplate, (ctx) => template(ctx.lang))
}
