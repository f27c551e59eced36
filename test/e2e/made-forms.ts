// PDFs with what lies over the page: fields, stamps, marks and layers.

import { PAGE, pdfFile } from './made-pdfs.ts';

type Over = { readonly dict: string; readonly bytes?: Uint8Array };

const WHOLE = `0 0 ${PAGE.width} ${PAGE.height}`;
const stream = (dict: string, content: string): Over => {
  const bytes = Buffer.from(content, 'latin1');
  return { dict: `<< ${dict} /Length ${bytes.length} >>`, bytes };
};
const look = (width: number, height: number, content: string) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << >>`, content);

type PageLayers = {
  /** Entries of the catalogue. */
  readonly catalogue?: string;
  readonly content?: string;
  readonly resources?: string;
  /** What is over the page. */
  readonly annotations?: string;
  /** From number 6. Number 5 is Helvetica. */
  readonly objects?: readonly Over[];
};

function layered({ catalogue = '', content = '', resources = '', annotations = '', objects = [] }: PageLayers): Buffer {
  return pdfFile([
    { dict: `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>` },
    { dict: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    {
      dict: `<< /Type /Page /Parent 2 0 R /MediaBox [${WHOLE}] /Contents 4 0 R /Annots [${annotations}] /Resources << /Font << /Helv 5 0 R >> ${resources} >> >>`,
    },
    stream('', content),
    { dict: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>' },
    ...objects,
  ]);
}

const FORM = '/DR << /Font << /Helv 5 0 R >> >> /DA (/Helv 0 Tf 0 g)';
const FRAME = '0.1 0.2 0.45 rg 20 540 380 40 re f';

/** Words and a box that is ticked; each brings how it looks. */
export const filledForm = (): Buffer =>
  layered({
    catalogue: `/AcroForm << /Fields [6 0 R 7 0 R] ${FORM} >>`,
    content: FRAME,
    annotations: '6 0 R 7 0 R',
    objects: [
      {
        dict: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (nome) /V (Maria) /DA (/Helv 100 Tf 0 g) /F 4 /Rect [20 380 400 520] /AP << /N 8 0 R >> >>',
      },
      {
        dict: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (ciente) /V /Sim /AS /Sim /F 4 /Rect [20 20 400 340] /AP << /N << /Sim 9 0 R /Off 10 0 R >> >> >>',
      },
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 380 140] /Resources << /Font << /Helv 5 0 R >> >>',
        '0.8 0.9 1 rg 0 0 380 140 re f BT 0 g /Helv 100 Tf 10 30 Td (Maria) Tj ET',
      ),
      look(380, 320, '0 g 0 0 380 320 re 60 60 260 200 re f*'),
      look(380, 320, '0.9 g 0 0 380 320 re f'),
    ],
  });

/** Words whose look a program has to make. */
export const wordsWithoutLook = (): Buffer =>
  layered({
    catalogue: `/AcroForm << /Fields [6 0 R 7 0 R] /NeedAppearances true ${FORM} >>`,
    content: FRAME,
    annotations: '6 0 R 7 0 R',
    objects: [
      {
        dict: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (nome) /V (Maria) /DA (/Helv 40 Tf 1 g) /F 4 /Rect [20 380 400 520] /MK << /BG [0.1 0.2 0.45] >> >>',
      },
      {
        dict: '<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (setor) /V (Obras) /Opt [(Obras) (Saude)] /DA (/Helv 40 Tf 1 g) /F 4 /Rect [20 200 400 340] /MK << /BG [0.1 0.2 0.45] >> >>',
      },
    ],
  });

/** A box that is ticked and says nothing of how that looks. */
export const boxWithoutLook = (): Buffer =>
  layered({
    catalogue: `/AcroForm << /Fields [6 0 R] /NeedAppearances true ${FORM} >>`,
    content: FRAME,
    annotations: '6 0 R',
    objects: [
      {
        dict: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (ciente) /V /Sim /AS /Sim /F 4 /Rect [60 60 360 360] /MK << /CA (4) /BC [0 0 0] >> /DA (/ZaDb 0 Tf 0 g) >>',
      },
    ],
  });

/** A stamp of which only the name is given. */
export const stampWithoutLook = (): Buffer =>
  layered({
    content: FRAME,
    annotations: '6 0 R',
    objects: [{ dict: '<< /Type /Annot /Subtype /Stamp /Name /Approved /F 4 /Rect [60 60 360 360] >>' }],
  });

/** A folder of files: its one page only says so. */
export const folderOfFiles = (): Buffer =>
  layered({
    catalogue: '/Collection << /Type /Collection /View /T >> /Names << /EmbeddedFiles << /Names [(a.txt) 6 0 R] >> >>',
    content: 'BT /Helv 30 Tf 30 400 Td (Open this portfolio) Tj ET',
    objects: [
      { dict: '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 7 0 R >> >>' },
      stream('/Type /EmbeddedFile', 'o texto'),
    ],
  });

/** A form of another kind: what stands on its page is only said by programs that can't open it. */
export const otherKindOfForm = (): Buffer =>
  layered({
    catalogue: `/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 6 0 R] ${FORM} >>`,
    content: 'BT /Helv 40 Tf 30 400 Td (Please wait...) Tj ET',
    objects: [
      stream(
        '',
        '<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="oficio"><pageSet><pageArea><contentArea w="190mm" h="270mm"/><medium short="210mm" long="297mm"/></pageArea></pageSet></subform></template>',
      ),
    ],
  });

/** A stamp, a drawn mark and a square, as programs put them over a letter. */
export const stamped = (): Buffer =>
  layered({
    content: FRAME,
    annotations: '6 0 R 7 0 R 8 0 R',
    objects: [
      { dict: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [20 340 400 520] /AP << /N 9 0 R >> >>' },
      {
        dict: '<< /Type /Annot /Subtype /Square /F 4 /C [0.7 0 0] /IC [0.2 0.2 0.2] /BS << /W 6 >> /Rect [20 40 200 300] /AP << /N 10 0 R >> >>',
      },
      {
        dict: '<< /Type /Annot /Subtype /FreeText /F 4 /Contents (RECEBIDO) /DA (/Helv 30 Tf 0 g) /Rect [220 40 400 300] /AP << /N 11 0 R >> >>',
      },
      look(380, 180, '0.7 0.1 0.1 rg 0 0 380 180 re 20 20 340 140 re f* 60 60 260 60 re f'),
      look(180, 260, '0.2 g 0 0 180 260 re f'),
      look(180, 260, '0.1 0.2 0.45 rg 0 0 180 260 re f'),
    ],
  });

/** Marks that say only where they are. */
export const marksWithoutLook = (): Buffer =>
  layered({
    content: FRAME,
    annotations: '6 0 R 7 0 R',
    objects: [
      {
        dict: '<< /Type /Annot /Subtype /Highlight /F 4 /C [0.3 0.3 0.3] /Rect [20 320 400 500] /QuadPoints [20 500 400 500 20 320 400 320] >>',
      },
      { dict: '<< /Type /Annot /Subtype /Square /F 4 /IC [0.2 0.2 0.2] /C [0 0 0] /Rect [20 40 400 280] >>' },
    ],
  });

/** A layer that is seen, and one that is not. */
export const layers = (): Buffer =>
  layered({
    catalogue: '/OCProperties << /OCGs [6 0 R 7 0 R] /D << /Order [6 0 R 7 0 R] /ON [6 0 R] /OFF [7 0 R] >> >>',
    content: `${FRAME} /OC /Seen BDC 0.2 g 20 40 160 460 re f EMC /OC /Hidden BDC 0 g 220 40 180 460 re f EMC`,
    resources: '/Properties << /Seen 6 0 R /Hidden 7 0 R >>',
    objects: [{ dict: '<< /Type /OCG /Name (Texto) >>' }, { dict: '<< /Type /OCG /Name (Rascunho) >>' }],
  });
