-- A call that is being placed can be cancelled by its client.
alter table calls add column cancelled_at timestamptz;
