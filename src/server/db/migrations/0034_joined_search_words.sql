-- Words with an apostrophe or a hyphen are searched as one from now on, and numbers without the points between their thousands
-- (fold in the domain). What was stored before has them apart: it gets them in the new form as well. An ordinary owner is held to
-- one tenant.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_tags NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_subjects NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_responsibles NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_organizations NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
BEGIN
  -- Other encodings have no normal forms.
  IF getdatabaseencoding() <> 'UTF8' THEN RETURN; END IF;
  WITH named AS (
    SELECT d.tenant_id, d.id, concat_ws(' ', d.title, d.physical_document_number,
        (SELECT s.name FROM document_subjects s WHERE s.tenant_id = d.tenant_id AND s.id = d.subject_id),
        (SELECT string_agg(t.title, ' ') FROM document_tags t WHERE t.tenant_id = d.tenant_id AND t.document_id = d.id),
        (SELECT string_agg(u.name || ' ' || u.last_name, ' ') FROM document_responsibles r
          JOIN users u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
          WHERE r.tenant_id = d.tenant_id AND r.document_id = d.id AND r.current),
        (SELECT string_agg(o.name, ' ') FROM organizations o WHERE o.tenant_id = d.tenant_id AND (o.id = d.origin_organization_id
          OR o.id IN (SELECT x.organization_id FROM document_organizations x
            WHERE x.tenant_id = d.tenant_id AND x.document_id = d.id AND x.current)))) AS names
    FROM documents d),
  bare AS (
    SELECT tenant_id, id, lower(regexp_replace(normalize(names, NFKD), U&'[\0300-\036F\00AD\200B-\200F\2060]', '', 'g')) AS names
    FROM named WHERE names ~ U&'[''`\2018\2019\02BC\2010\2011.-]'),
  -- Each time two groups of digits become one, and then that one and the next.
  pointless AS (
    SELECT b.tenant_id, b.id, n.*
    FROM bare b, regexp_split_to_table(b.names, '\s+') WITH ORDINALITY AS n (word, place)
    WHERE n.word ~ U&'[[:alnum:]][''`\2018\2019\02BC\2010.-][[:alnum:]]'),
  joined AS (
    SELECT tenant_id, id, string_agg(regexp_replace(regexp_replace(
        regexp_replace(regexp_replace(regexp_replace(regexp_replace(word,
          '(\d)\.(\d{3})(?!\d)', '\1\2', 'g'), '(\d)\.(\d{3})(?!\d)', '\1\2', 'g'),
          '(\d)\.(\d{3})(?!\d)', '\1\2', 'g'), '(\d)\.(\d{3})(?!\d)', '\1\2', 'g'),
        U&'[''`\2018\2019\02BC\2010-]', '', 'g'), U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\007F]+', ' ', 'g'), ' ' ORDER BY place) AS words
    FROM pointless GROUP BY tenant_id, id)
  UPDATE documents d SET search_text = d.search_text || ' ' || trim(regexp_replace(j.words, ' +', ' ', 'g'))
    FROM joined j WHERE j.tenant_id = d.tenant_id AND j.id = d.id;
END
$$;
--> statement-breakpoint
ALTER TABLE documents FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_tags FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_subjects FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_responsibles FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_organizations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;
