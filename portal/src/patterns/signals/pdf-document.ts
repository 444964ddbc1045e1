import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** A scanned page of A3 at 600 dpi; what unpacks to more is not drawn. */
const IMAGE_MAX_PIXELS = 70_000_000
const BESIDE = `${import.meta.env.BASE_URL}pdfjs/`

/**
 * Opens a PDF by ranges, or one whose bytes are there. Nothing in it is run: pdf.js has its scripts in a part of its own, which is not loaded, forms that
 * are made of XML are left alone, and annotations are drawn and lead nowhere.
 */
export function openPdf(source: string | Uint8Array): { document: Promise<PDFDocumentProxy>; close: () => void } {
  const task = getDocument({
    // The bytes go to the worker, and are no more here.
    ...(typeof source === 'string' ? { url: source } : { data: source.slice() }),
    cMapUrl: `${BESIDE}cmaps/`,
    standardFontDataUrl: `${BESIDE}standard_fonts/`,
    wasmUrl: `${BESIDE}wasm/`,
    maxImageSize: IMAGE_MAX_PIXELS,
    enableXfa: false,
  })
  return { document: task.promise, close: () => void task.destroy() }
}

/** How text is compared: widths and case are the typesetter's matter. */
export const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

export async function textOf(document: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await document.getPage(page)).getTextContent()
  return folded(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''))
}
