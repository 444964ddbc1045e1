import {
  CheckOutlined,
  CopyOutlined,
  EditOutlined,
  EllipsisOutlined,
  FileTextOutlined,
  HistoryOutlined,
  PrinterOutlined,
  RollbackOutlined,
  SignatureOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { type Note, type NotePart, noteParts } from '@teleward/contract/emr/schema.ts'
import { blanksIn } from '@teleward/contract/snippets/blanks.ts'
import type { ReactNode, RefObject } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { useSections } from '../../patterns/Section.tsx'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { MenuButton, type MenuItem } from '../../ui/MenuButton.tsx'
import { type Saved, SavedState } from '../../ui/SavedState.tsx'
import { marksOf } from './copies.ts'
import { CopyTags } from './CopyTags.tsx'
import { Diagnoses } from './Diagnoses.tsx'
import { Here } from './Here.tsx'
import { NoteStateTag } from './NoteStateTag.tsx'
import { Part } from './Part.tsx'
import type { NoteEditor } from './note-editor.ts'
import type { Present, Where } from './presence-lines.ts'
import { wordTypeOf } from './labels.ts'
import { nextWithBlank } from './templates.ts'
import type { Snippets } from './useSnippets.ts'
import { signedText } from './signed-text.ts'

export interface Fields {
  parts: Record<NotePart, RefObject<HTMLTextAreaElement | null>>
  icd: RefObject<HTMLInputElement | null>
  drug: RefObject<HTMLInputElement | null>
}
export interface NoteActs {
  sign: boolean
  finish: boolean
  handOver: boolean
  amend: boolean
  withdraw: boolean
  onSign(finish: boolean): void
  onHandOver(): void
  onAmend(): void
  onWithdraw(): void
  onVersions(): void
}

interface Props {
  pid: number
  note: Note | null
  pen: NoteEditor
  saved: Saved | null
  /** An amendment is being written: what its foot shows instead of signing. */
  amending?: { onSign: () => void; onCancel: () => void } | undefined
  acts: NoteActs
  words: Snippets
  fields: Fields
  present: readonly Present[]
  onWhere: (where: Where) => void
  /** What the parts can begin with: the last visit, a template; `undefined`: not now. */
  onCopy: (() => void) | undefined
  onTemplate: (() => void) | undefined
  /** Above the sections: what somebody has to decide, or to know. */
  bands?: ReactNode
}

/** The middle of the record: the visit's note, written, read or amended. */
export function NoteCard({
  pid,
  note,
  pen,
  saved,
  amending,
  acts,
  words,
  fields,
  present,
  onWhere,
  bands,
  ...from
}: Props) {
  const marks = marksOf(pen.view, note)
  const tabOut = (part: NotePart) => {
    const next = nextWithBlank(pen.view.text, part)
    const area = next && fields.parts[next].current
    const [blank] = next ? blanksIn(pen.view.text[next]) : []
    if (!area || !blank) return false
    area.focus()
    area.setSelectionRange(blank.from, blank.to)
    return true
  }
  const sections = useSections('emr')
  const locked = note !== null && note.state !== 'draft' && note.state !== 'prepared' && !amending
  const print = note ? () => void go('doctornote', { qid: note.qid }) : null
  // The browser would print one tab of this screen; the note by itself is what goes on paper.
  useKeys([{ keys: 'Mod+P', label: t('documents.print'), run: () => print?.(), inFields: true }], print !== null)
  const menu: MenuItem[] = [
    ...(print
      ? [
          { key: 'versions', label: t('emr.versions.title'), icon: <HistoryOutlined />, onPick: acts.onVersions },
          {
            key: 'print',
            label: t('documents.print'),
            icon: <PrinterOutlined />,
            onPick: print,
          },
        ]
      : []),
    ...(acts.amend && !amending
      ? [{ key: 'amend', label: t('emr.amend.begin'), icon: <EditOutlined />, onPick: acts.onAmend }]
      : []),
    ...(acts.withdraw && !amending
      ? [
          {
            key: 'withdraw',
            label: t('emr.withdraw.begin'),
            icon: <StopOutlined />,
            danger: true,
            divided: true,
            onPick: acts.onWithdraw,
          },
        ]
      : []),
  ]
  return (
    <section className="card c2 soap" aria-label={t('emr.note.title')}>
      <div className="hd">
        <h2>{t('emr.note.title')}</h2>
        {amending ? (
          <span className="tag info">
            <HistoryOutlined />
            {t('emr.amend.running')}
          </span>
        ) : (
          <NoteStateTag note={note} />
        )}
        {saved && !amending && <SavedState value={saved} />}
        <span className="rt">
          {from.onCopy && (
            <button type="button" className="link" title={`${t('emr.copy.title')} (Alt+Y)`} onClick={from.onCopy}>
              <CopyOutlined /> {t('emr.copy.short')}
            </button>
          )}
          {from.onTemplate && (
            <button
              type="button"
              className="link"
              title={`${t('phrases.template.find')} (Alt+B)`}
              onClick={from.onTemplate}
            >
              <FileTextOutlined /> {t('phrases.template.one')}
            </button>
          )}
          {menu.length > 0 && (
            <MenuButton className="icbtn" label={t('emr.note.more')} items={menu}>
              <EllipsisOutlined />
            </MenuButton>
          )}
        </span>
      </div>
      {bands}
      <div className={`parts ${note?.state === 'withdrawn' ? 'struck' : ''}`}>
        {/* A part the institution leaves out shows all the same where something stands in it. */}
        {noteParts
          .filter((part) => part !== 'memo' || sections.shows(part, pen.view.text.memo !== ''))
          .map((part) => (
            <Part
              key={part}
              pid={pid}
              part={part}
              value={pen.view.text[part]}
              words={words[wordTypeOf(part)] ?? []}
              readOnly={!pen.may.write}
              field={fields.parts[part]}
              onChange={(text) => pen.setText(part, text)}
              onFocus={() => onWhere(part)}
              onTabOut={() => tabOut(part)}
              mark={
                <>
                  <CopyTags marks={marks} part={part} />
                  <Here present={present} at={part} />
                </>
              }
            >
              {part === 'a' && (
                <Diagnoses
                  pen={pen}
                  pid={pid}
                  input={fields.icd}
                  onFocus={() => onWhere('diagnoses')}
                  mark={
                    <>
                      <CopyTags marks={marks} part="diagnoses" />
                      <Here present={present} at="diagnoses" />
                    </>
                  }
                />
              )}
            </Part>
          ))}
      </div>
      <Foot note={note} locked={locked} amending={amending} acts={acts} />
    </section>
  )
}

const nameOf = (person: { name: string; nameEn: string | null }) =>
  language() === 'en' ? (person.nameEn ?? person.name) : person.name

function Foot({ note, locked, amending, acts }: Pick<Props, 'note' | 'amending' | 'acts'> & { locked: boolean }) {
  if (amending)
    return (
      <footer className="nf">
        <span className="grow t2 f12">{t('emr.amend.keeps')}</span>
        <Button icon={<RollbackOutlined />} onClick={amending.onCancel}>
          {t('emr.amend.cancel')}
        </Button>
        <Button kind="primary" icon={<SignatureOutlined />} onClick={amending.onSign}>
          {t('emr.amend.sign')}
        </Button>
      </footer>
    )
  const by = note?.preparedBy
    ? t('emr.note.preparedBy', { name: nameOf(note.preparedBy) })
    : note
      ? nameOf(note.author)
      : ''
  if (locked && note)
    return (
      <footer className="nf locked">
        <SignatureOutlined className="c-pri" />
        <span className="grow num">
          {note.withdrawnReason ? t('emr.withdraw.was', { reason: note.withdrawnReason }) : signedText(note)}
          {note.hash && (
            <span className="t3 f12 hash" title={`SHA-256 ${note.hash}`}>
              SHA-256 {note.hash.slice(0, 12)}…
            </span>
          )}
        </span>
        {acts.amend && (
          <Button icon={<EditOutlined />} onClick={acts.onAmend}>
            {t('emr.amend.begin')}
          </Button>
        )}
      </footer>
    )
  return (
    <footer className="nf">
      <span className="grow t2 f12 ell by">{by}</span>
      {acts.handOver && (
        <Button kind="primary" icon={<CheckOutlined />} onClick={acts.onHandOver}>
          {t('emr.note.handOver')}
        </Button>
      )}
      {acts.sign && (
        <>
          <Button
            icon={<SignatureOutlined />}
            kind={acts.finish ? 'default' : 'primary'}
            onClick={() => acts.onSign(false)}
          >
            {t('emr.sign.only')}
          </Button>
          {acts.finish && (
            <Button kind="primary" icon={<SignatureOutlined />} onClick={() => acts.onSign(true)}>
              {t('emr.sign.finish')}
              <Kbd keys="Ctrl ↵" />
            </Button>
          )}
        </>
      )}
    </footer>
  )
}
