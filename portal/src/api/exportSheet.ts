import type { EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { SHEET_FILE, type ExportDefinition } from '@teleward/contract/core/export.ts'
import { fileOf } from './client.ts'

/** Hands a file to the browser's downloads. */
export function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The list as it is filtered now, all its pages, as an Excel file. */
export async function exportSheet<const E extends EndpointShape & { sheet: ExportDefinition }>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<void> {
  const file = await fileOf(endpoint, input, { format: 'xlsx' })
  // The definition of the sheet is not in the portal (vite.config.ts): its name comes with the file.
  saveAs(file, file.name || SHEET_FILE)
}
