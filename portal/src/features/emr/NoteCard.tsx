import {
  CheckOutlined,
  EditOutlined,
  EllipsisOutlined,
  HistoryOutlined,
  RollbackOutlined,
  SignatureOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { type Note, type NotePart, noteParts } from '@teleward/contract/emr/schema.ts'
import { Button } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { useSections } from '../../patterns/Section.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { MenuButton, type MenuItem } from '../../ui/MenuButton.tsx'
import { type Saved, SavedState } from '../../ui/SavedState.tsx'
import { Diagnoses } from './Diagnoses.tsx'
import { NoteStateTag } from './NoteStateTag.tsx'
import { Part } from './Part.tsx'
import type { Pen } from './pen.ts'
import type { Present, Where } from './usePresence.ts'
import { wordTypeOf } from './words.ts'
import type { Words } from './useWords.ts'

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
  note: Note | null
  pen: Pen
  saved: Saved | null
  /** An amendment is being written: what its foot shows instead of signing. */
  amending?: { onSign: () => void; onCancel: () => void } | undefined
  acts: NoteActs
  words: Words
  fields: Fields
  present: readonly Present[]
  onWhere: (where: Where) => void
  /** Above the sections: what somebody has to decide, or to know. */
  bands?: ReactNode
}

/** The middle of the record: the visit's note, written, read or amended. */
export function NoteCard({ note, pen, saved, amending, acts, words, fields, present, onWhere, bands }: Props) {
  const sections = useSections('emr')
  const locked = note !== null && note.state !== 'draft' && note.state !== 'prepared' && !amending
  const menu: MenuItem[] = [
    ...(note
      ? [{ key: 'versions', label: t('emr.versions.title'), icon: <HistoryOutlined />, onPick: acts.onVersions }]
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
              part={part}
              value={pen.view.text[part]}
              words={words[wordTypeOf(part)] ?? []}
              readOnly={!pen.may.write}
              field={fields.parts[part]}
              onChange={(text) => pen.setText(part, text)}
              onFocus={() => onWhere(part)}
              mark={<Here names={present.filter((one) => one.part === part).map(({ name }) => name)} />}
            >
              {part === 'a' && <Diagnoses pen={pen} input={fields.icd} />}
            </Part>
          ))}
      </div>
      <Foot note={note} locked={locked} amending={amending} acts={acts} />
    </section>
  )
}

const Here = ({ names }: { names: readonly string[] }) =>
  names.length > 0 ? (
    <span className="tag info">{t('emr.note.writes', { names: names.join(t('common.patient.separator')) })}</span>
  ) : null

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
        <Button type="primary" icon={<SignatureOutlined />} onClick={amending.onSign}>
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
          {note.withdrawnReason
            ? t('emr.withdraw.was', { reason: note.withdrawnReason })
            : note.signedAt &&
              t('emr.sign.signedBy', {
                name: nameOf(note.signedBy ?? note.author),
                time: formatDateTime(note.amendedAt ?? note.signedAt),
              })}
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
        <Button type="primary" icon={<CheckOutlined />} onClick={acts.onHandOver}>
          {t('emr.note.handOver')}
        </Button>
      )}
      {acts.sign && (
        <>
          <Button
            icon={<SignatureOutlined />}
            type={acts.finish ? 'default' : 'primary'}
            onClick={() => acts.onSign(false)}
          >
            {t('emr.sign.only')}
          </Button>
          {acts.finish && (
            <Button type="primary" icon={<SignatureOutlined />} onClick={() => acts.onSign(true)}>
              {t('emr.sign.finish')}
              <Kbd keys="Ctrl ↵" />
            </Button>
          )}
        </>
      )}
    </footer>
  )
}
