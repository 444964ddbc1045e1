-- Two people on one note: who wrote a part last, so that words of another are kept as a version before they are replaced.
-- And what was taken over from an earlier visit, by part: its text as it was there, so that it is known what was changed since.
alter table note
  add column part_hands jsonb not null default '{}' check (jsonb_typeof(part_hands) = 'object'),
  add column copied jsonb not null default '[]' check (jsonb_typeof(copied) = 'array');
