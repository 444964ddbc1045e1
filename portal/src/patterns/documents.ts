import { getDocument } from '@teleward/contract/documents/endpoints.ts'
import type { DocumentKind } from '@teleward/contract/documents/schema.ts'
import { fileOf } from '../api/client.ts'
import { saveAs } from '../api/exportSheet.ts'
import { language } from '../i18n/i18n.ts'

/** A document, made now, into the browser's downloads. Its name says nothing of the patient. */
export async function saveDocument(kind: DocumentKind, id: string): Promise<void> {
  saveAs(await fileOf(getDocument, { params: { kind, id }, query: { lang: language() } }), `${kind}.pdf`)
}
