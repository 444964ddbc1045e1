import { DeleteOutlined, EditOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons'
import { deleteMedicinePackage, type PrescriptionSet } from '@teleward/contract/emr/set-endpoints.ts'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { codeOf } from '../../api/errors.ts'
import { errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import type { ShownLine } from './note-draft.ts'
import { type EditedSet, SetForm } from './SetForm.tsx'
import { unitOf } from '../../patterns/units.ts'
import type { Sets } from './useSets.ts'

interface Props {
  sets: Sets
  lines: readonly ShownLine[]
  onClose: () => void
}

/** All prescription sets: put in, made, changed and removed. */
export function SetsDrawer({ sets, lines, onClose }: Props) {
  const makes = useRight('prescription.write') === 'y'
  const [edited, setEdited] = useState<EditedSet | null>(null)
  const removal = useEndpointMutation(deleteMedicinePackage, {
    onDone: () => notify({ kind: 'ok', title: t('rx.sets.removed') }),
    onError: (error) => {
      if (error.code !== 'VERSION_STALE' && error.code !== 'NOT_FOUND') return false
      void invalidateTags(['sets'])
      notify({ kind: 'warn', title: t('rx.sets.changedElsewhere') })
      return true
    },
  })
  const remove = async ({ id, version, name }: PrescriptionSet) => {
    const yes = await confirmAct({
      title: t('rx.sets.removeTitle', { name }),
      text: t('rx.sets.removeText'),
      ok: t('rx.remove'),
      cancel: t('common.back'),
      danger: true,
    })
    if (yes) removal.mutate({ body: { id, version } })
  }
  const putIn = (set: PrescriptionSet) => {
    onClose()
    void sets.putIn(set)
  }
  const { all, error } = sets
  return (
    <Drawer open title={t('rx.sets.title')} size={560} onClose={onClose} styles={{ body: { padding: 0 } }}>
      {makes && (
        <div className="recsearch row">
          <Button icon={<PlusOutlined />} onClick={() => setEdited({ lines: [] })}>
            {t('rx.sets.blank')}
          </Button>
          {lines.length > 0 && (
            <Button icon={<PlusOutlined />} onClick={() => setEdited({ lines })}>
              {t('rx.sets.ofLines', { count: lines.length })}
            </Button>
          )}
        </div>
      )}
      {error ? (
        <ErrorState title={t('rx.sets.failed')} text={errorMessage(error)} code={codeOf(error)} onRetry={sets.again} />
      ) : !all ? (
        <SkeletonRows />
      ) : all.length === 0 ? (
        <EmptyState title={t('rx.sets.none')} text={t(makes ? 'rx.sets.noneText' : 'rx.sets.noneOfDoctor')} />
      ) : (
        <ul className="setlist">
          {all.map((set) => (
            <li key={set.id}>
              <div className="grow">
                <b>{set.name}</b> <span className="code t3 f12">{set.code}</span>
                {set.shared && <span className="tag">{t('rx.sets.shared')}</span>}
                {!set.own && <span className="t3 f12"> {nameOf(set.owner)}</span>}
                <SetLines set={set} />
              </div>
              {makes && set.own && (
                <>
                  <button
                    type="button"
                    className="icbtn sm"
                    aria-label={t('rx.sets.change', { name: set.name })}
                    title={t('rx.sets.change', { name: set.name })}
                    onClick={() => setEdited({ set, lines: [] })}
                  >
                    <EditOutlined />
                  </button>
                  <button
                    type="button"
                    className="icbtn sm"
                    aria-label={t('rx.sets.remove', { name: set.name })}
                    title={t('rx.sets.remove', { name: set.name })}
                    onClick={() => void remove(set)}
                  >
                    <DeleteOutlined />
                  </button>
                </>
              )}
              <Button size="sm" kind="soft" onClick={() => putIn(set)}>
                {t('rx.sets.putIn')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {edited && <SetForm edited={edited} onClose={() => setEdited(null)} />}
    </Drawer>
  )
}

function SetLines({ set }: { set: PrescriptionSet }) {
  return (
    <ul className="f12 t2 num">
      {set.lines.map((line, at) => (
        <li key={`${line.code}-${at}`}>
          {line.name}{' '}
          {t('emr.rx.line', {
            dose: line.dose,
            unit: unitOf(line.unit),
            frequency: line.frequency,
            route: line.route,
            days: line.days,
            total: line.total,
          })}
          {!line.listed && (
            <span className="c-warn">
              {' '}
              <WarningOutlined /> {t('rx.sets.delisted')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
