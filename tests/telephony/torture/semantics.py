"""RFC 4475, 3.2 to 3.4: messages that can be read, and ask for something strange."""

from __future__ import annotations

from tests.telephony.torture.message import CALL, SDP, SILENCE, Torture

APPLICATION_MESSAGES = (
    # Matched without its branch, as of RFC 2543.
    Torture(
        "badbranch",
        "3.2.1",
        200,
        """OPTIONS sip:user@example.com SIP/2.0
To: sip:user@example.com
From: sip:caller@example.org;tag=33242
Max-Forwards: 3
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK
Accept: application/sdp
Call-ID: badbranch.sadonfo23i420jv0as0derf3j3n
CSeq: 8 OPTIONS
l: @LENGTH""",
    ),
    # No Call-ID, From or To.
    Torture(
        "insuf",
        "3.3.1",
        400,
        """INVITE sip:user@example.com SIP/2.0
CSeq: 193942 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdj.insuf
Content-Type: application/sdp
l: @LENGTH""",
        SDP,
    ),
    Torture(
        "unkscm",
        "3.3.2",
        416,
        """OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0
To: sip:user@example.com
From: sip:caller@example.net;tag=384
Max-Forwards: 3
Call-ID: unkscm.nasdfasser0q239nwsdfasdkl34
CSeq: 3923423 OPTIONS
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw39234
Content-Length: @LENGTH""",
    ),
    Torture(
        "novelsc",
        "3.3.3",
        416,
        """OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0
To: sip:user@example.com
From: sip:caller@example.net;tag=384
Max-Forwards: 3
Call-ID: novelsc.asdfasser0q239nwsdfasdkl34
CSeq: 3923423 OPTIONS
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw39234
Content-Length: @LENGTH""",
    ),
    # Whoever is registered has a SIP address.
    Torture(
        "unksm2",
        "3.3.4",
        400,
        """REGISTER sip:example.com SIP/2.0
To: isbn:2983792873
From: <http://www.example.com>;tag=3234233
Call-ID: unksm2.daksdj@hyphenated-host.example.com
CSeq: 234902 REGISTER
Max-Forwards: 70
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Contact: <name:John_Smith>
l: @LENGTH""",
        over_tcp=SILENCE,
    ),
    Torture(
        "bext01",
        "3.3.5",
        420,
        """OPTIONS sip:user@example.com SIP/2.0
To: sip:j_user@example.com
From: sip:caller@example.net;tag=242etr
Max-Forwards: 6
Call-ID: bext01.0ha0isndaksdj
Require: nothingSupportsThis, nothingSupportsThisEither
Proxy-Require: noProxiesSupportThis, norDoAnyProxiesSupportThis
CSeq: 8 OPTIONS
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK-39234-23523
Content-Length: @LENGTH""",
    ),
    Torture(
        "invut",
        "3.3.6",
        415,
        """INVITE sip:user@example.com SIP/2.0
Contact: <sip:caller@host5.example.net>
To: sip:j.user@example.com
From: sip:caller@example.net;tag=8392034
Max-Forwards: 70
Call-ID: invut.0ha0isndaksdjadsfij34n23d
CSeq: 235448 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Content-Type: application/unknownformat
Content-Length: @LENGTH""",
        '<audio>\n <pcmu port="443"/>\n</audio>\n',
    ),
    Torture(
        "regaut01",
        "3.3.7",
        501,
        """REGISTER sip:example.com SIP/2.0
To: sip:j.user@example.com
From: sip:j.user@example.com;tag=87321hj23128
Max-Forwards: 8
Call-ID: regaut01.0ha0isndaksdj
CSeq: 9338 REGISTER
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Authorization: NoOneKnowsThisScheme opaque-data=here
Content-Length:@LENGTH""",
    ),
    # Which of them is meant, nobody can say.
    Torture(
        "multi01",
        "3.3.8",
        400,
        """INVITE sip:user@company.com SIP/2.0
Contact: <sip:caller@host25.example.net>
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Max-Forwards: 70
CSeq: 5 INVITE
Call-ID: multi01.98asdh@192.0.2.1
CSeq: 59 INVITE
Call-ID: multi01.98asdh@192.0.2.2
From: sip:caller@example.com;tag=3413415
To: sip:user@example.com
To: sip:other@example.net
From: sip:caller@example.net;tag=2923420123
Content-Type: application/sdp
l: @LENGTH
Contact: <sip:caller@host36.example.net>
Max-Forwards: 5""",
        SDP,
    ),
    Torture(
        "mcl01",
        "3.3.9",
        400,
        """OPTIONS sip:user@example.com SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK293423
To: sip:user@example.com
From: sip:other@example.net;tag=3923942
Call-ID: mcl01.fhn2323orihawfdoa3o4r52o3irsdf
CSeq: 15932 OPTIONS
Content-Length: 13
Max-Forwards: 60
Content-Length: 5
Content-Type: text/plain""",
        "There's no way to know how many octets are supposed to be here.\n",
    ),
    Torture(
        "bcast",
        "3.3.10",
        SILENCE,
        """SIP/2.0 200 OK
Via: SIP/2.0/@TRANSPORT 192.0.2.198;branch=z9hG4bK1324923
Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23
Call-ID: bcast.0384840201234ksdfak3j2erwedfsASdf
CSeq: 35 INVITE
From: sip:user@example.com;tag=11141343
To: sip:user@example.edu;tag=2229
Content-Length: @LENGTH
Content-Type: application/sdp
Contact: <sip:user@host28.example.com>""",
        SDP,
    ),
    # It has arrived: nothing is forwarded any more.
    Torture(
        "zeromf",
        "3.3.11",
        200,
        """OPTIONS sip:user@example.com SIP/2.0
To: sip:user@example.com
From: sip:caller@example.net;tag=3ghsd41
Call-ID: zeromf.jfasdlfnm2o2l43r5u0asdfas
CSeq: 39234321 OPTIONS
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw2349i
Max-Forwards: 0
Content-Length: @LENGTH""",
    ),
    Torture(
        "cparam01",
        "3.3.12",
        501,
        """REGISTER sip:example.com SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKnashds7
Max-Forwards: 70
From: sip:watson@example.com;tag=DkfVgjkrtMwaerKKpe
To: sip:watson@example.com
Call-ID: cparam01.70710@saturn.example.com
CSeq: 2 REGISTER
Contact: sip:+19725552222@gw1.example.net;unknownparam
l: @LENGTH""",
    ),
    Torture(
        "cparam02",
        "3.3.13",
        501,
        """REGISTER sip:example.com SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKnashds7
Max-Forwards: 70
From: sip:watson@example.com;tag=838293
To: sip:watson@example.com
Call-ID: cparam02.70710@saturn.example.com
CSeq: 3 REGISTER
Contact: <sip:+19725552222@gw1.example.net;unknownparam>
l: @LENGTH""",
    ),
    Torture(
        "regescrt",
        "3.3.14",
        501,
        """REGISTER sip:example.com SIP/2.0
To: sip:user@example.com
From: sip:user@example.com;tag=8
Max-Forwards: 70
Call-ID: regescrt.k345asrl3fdbv@192.0.2.1
CSeq: 14398234 REGISTER
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
M: <sip:user@example.com?Route=%3Csip:sip.example.com%3E>
L:@LENGTH""",
    ),
    # Every answer to an INVITE is SDP: who calls with SDP can read it, whatever else it says.
    Torture(
        "sdp01",
        "3.3.15",
        CALL,
        """INVITE sip:user@example.com SIP/2.0
To: sip:j_user@example.com
Contact: <sip:caller@host15.example.net>
From: sip:caller@example.net;tag=234
Max-Forwards: 5
Call-ID: sdp01.ndaksdj9342dasdd
Accept: text/nobodyKnowsThis
CSeq: 8 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Content-Length: @LENGTH
Content-Type: application/sdp""",
        SDP,
        caller="caller",
        called="user",
    ),
    # Of RFC 2543: no tag, no branch, no length. Nothing of that kind is still about, and it is told so.
    Torture(
        "inv2543",
        "3.4.1",
        400,
        """INVITE sip:UserB@example.com SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE
From: <sip:+13035551111@ift.client.example.net;user=phone>
Record-Route: <sip:UserB@example.com;maddr=ss1.example.com>
To: sip:+16505552222@ss1.example.net;user=phone
Call-ID: inv2543.1717@ift.client.example.com
CSeq: 56 INVITE
Contact: <sip:+13035551111@ift.client.example.net>
Content-Type: application/sdp""",
        SDP,
        over_tcp=SILENCE,
    ),
)
