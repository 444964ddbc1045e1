import { sees } from '../needs.ts'
import type { Kind, Rule } from './shape.ts'

const kinds: [name: string, kind: Kind, body: object][] = [
  ['Vaccination', 'childVaccination', { vaccine: 'HepA', dose: 1 }],
  ['Fluoride', 'childFluoride', {}],
  ['Preventive', 'childPreventive', { visit: 2 }],
  ['Biliary', 'childBiliary', { colour: 7 }],
]
const on = '2026-01-02'

/** Child care: of members whom one may know, by the rights to it alone; what one unit entered is the child's. */
export const children: Record<string, Rule> = {
  'GET /his/api/children': {
    none: 'a list: filled by what the caller sees',
    with: { query: { tab: 'all', pageSize: 100 } },
    ids: ['query.unit', 'query.pid'],
  },
  'PUT /his/api/children/{pid}': [
    {
      ids: { 'params.pid': 'member' },
      // Of what was said last, whose number is another for each child: the answer says so, and no more than that.
      answers: 'VERSION_STALE',
      with: { body: { gestationDays: null, hbvMother: null, fluorideGroup: 'general', multiple: false, version: 0 } },
      needs: [sees],
    },
  ],
  'GET /his/api/growths/{pid}': [{ ids: { 'params.pid': 'member' }, needs: [sees] }],
  ...Object.fromEntries(
    kinds.flatMap(([name, kind, body]): [string, Rule][] => [
      [`POST /his/api/get${name}`, [{ ids: { 'body.pid': 'member' }, needs: [sees] }]],
      [`POST /his/api/add${name}`, [{ ids: { 'body.pid': 'member' }, with: { body: { on, ...body } }, needs: [sees] }]],
      [
        `POST /his/api/update${name}`,
        [
          {
            ids: { 'body.pid': 'member', 'body.id': kind },
            with: { body: { version: 1, on, ...body } },
            needs: [sees],
          },
        ],
      ],
      [
        `POST /his/api/delete${name}`,
        [
          {
            ids: { 'body.pid': 'member', 'body.id': kind },
            with: { body: { version: 1, reason: 'x' } },
            needs: [sees],
          },
        ],
      ],
    ]),
  ),
}
