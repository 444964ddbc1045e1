import { cleanLinePiece, cleanPiece } from '@teleward/contract/core/clean-text.ts'
import { t } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement
/** Fields of a line of text; a password is taken as it is, and the others (days, colours, files) take no text. */
const LINES = ['text', 'search', 'tel', 'email', 'url']
/** Text that comes in one piece from elsewhere; keystrokes are left alone. */
const PIECES = ['insertFromPaste', 'insertFromDrop', 'insertFromYank', 'insertReplacementText']

/** What becomes of a piece of text in a field: put in cleaned, or not at all, since the field would cut its end off. */
export function readPiece(
  text: string,
  field: { lines: boolean; room: number },
): { insert: string; changed: boolean; fits: boolean } {
  // What a browser does by itself with several lines in a field of one.
  const insert = field.lines ? cleanPiece(text) : cleanLinePiece(text)
  return { insert, changed: insert !== text, fits: insert.length <= field.room }
}

const fieldOf = (target: EventTarget | null): TextField | null =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && LINES.includes(target.type))
    ? target
    : null

function onBeforeInput(event: InputEvent): void {
  const field = fieldOf(event.target)
  const text = event.data
  if (!field || !text || !PIECES.includes(event.inputType) || event.defaultPrevented) return
  const taken = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  const room = field.maxLength < 0 ? Number.POSITIVE_INFINITY : field.maxLength - field.value.length + taken
  const piece = readPiece(text, { lines: field instanceof HTMLTextAreaElement, room })
  if (!piece.fits) {
    event.preventDefault()
    notify({
      kind: 'warn',
      title: t('common.paste.title'),
      text: t('common.paste.over', { length: piece.insert.length, room: Math.max(0, room) }),
      lasts: 'store',
      key: 'common.paste',
    })
  } else if (piece.changed) {
    event.preventDefault()
    // The only way of putting text in that can be undone by Ctrl+Z.
    if (piece.insert) document.execCommand('insertText', false, piece.insert)
  }
}

/**
 * Text that is pasted or dropped into any field of the page is cleaned as the server cleans it, so that what is seen is what
 * is kept; and none of it is cut without a word.
 */
export function watchPasting(): void {
  document.addEventListener('beforeinput', onBeforeInput)
}
