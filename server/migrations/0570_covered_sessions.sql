-- Since when the screen of a session is covered; null: it is not. While it is, the session opens little more than the way
-- out of it (`coveredCalls`), whoever holds its tokens.
alter table session add column covered_at timestamptz;
