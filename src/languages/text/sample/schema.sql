-- Where things stand.
CREATE TABLE IF NOT EXISTS "warehouse"."shelves" (
    code text PRIMARY KEY,
    label text -- shown on the door
);

create or replace view open_shelves as
    select * from shelves;

/* Puts an item on a shelf. */
CREATE OR REPLACE FUNCTION warehouse.add_item(shelf text, item text)
    RETURNS void AS $$
BEGIN
END;
$$ LANGUAGE plpgsql;

CREATE UNIQUE INDEX CONCURRENTLY shelves_code ON shelves (code);
CREATE TYPE material AS ENUM ('wood', 'steel');
CREATE TRIGGER touch BEFORE UPDATE ON shelves EXECUTE FUNCTION touch();
