-- Amounts beyond the usual are asked about before they are ordered; who said that they are meant, and when, stays with the line.
alter table prescription_line
  add column confirmed_by int references staff (mid),
  add column confirmed_at timestamptz;
