import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a PDF that was handed out says, without blanks. */
export async function textOf(download: Download): Promise<string> {
  const data = new Uint8Array(readFileSync(await download.path()))
  const file = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let at = 1; at <= file.numPages; at++) {
    const { items } = await (await file.getPage(at)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  return pages.join('').replace(/\s/g, '')
}
