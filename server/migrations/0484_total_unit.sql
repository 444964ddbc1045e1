-- A dose is said in what is taken (units, drops, millilitres), a total in what is handed over (pens, bottles). Lines from before
-- have both in one unit. What nothing computes begins as a guess, which somebody looks at before the note is signed.
alter table prescription_line
  add column total_unit text,
  add column total_to_check boolean not null default false;
