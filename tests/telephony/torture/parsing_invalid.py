"""RFC 4475, 3.1.2: messages that are not valid."""

from __future__ import annotations

from tests.telephony.torture.message import CALL, SDP, SILENCE, Torture

_LARGE = "36893488147419103232"
"""2 to the power of 65."""

INVALID_MESSAGES = (
    Torture(
        "badinv01",
        "3.1.2.1",
        400,
        """INVITE sip:user@example.com SIP/2.0
To: sip:j.user@example.com
From: sip:caller@example.net;tag=134161461246
Max-Forwards: 7
Call-ID: badinv01.0ha0isndaksdjasdf3234nas
CSeq: 8 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;;,;,,
Contact: "Joe" <sip:joe@example.org>;;;;
Content-Length: @LENGTH
Content-Type: application/sdp""",
        SDP,
        over_tcp=SILENCE,
    ),
    # A connection waits for the rest.
    Torture(
        "clerr",
        "3.1.2.2",
        400,
        """INVITE sip:user@example.com SIP/2.0
Max-Forwards: 80
To: sip:j.user@example.com
From: sip:caller@example.net;tag=93942939o2
Contact: <sip:caller@hungry.example.net>
Call-ID: clerr.0ha0isndaksdjweiafasdk3
CSeq: 8 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK-39234-23523
Content-Type: application/sdp
Content-Length: 9999""",
        SDP,
        over_tcp=SILENCE,
    ),
    Torture(
        "ncl",
        "3.1.2.3",
        400,
        """INVITE sip:user@example.com SIP/2.0
Max-Forwards: 254
To: sip:j.user@example.com
From: sip:caller@example.net;tag=32394234
Call-ID: ncl.0ha0isndaksdj2193423r542w35
CSeq: 0 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Contact: <sip:caller@example53.example.net>
Content-Type: application/sdp
Content-Length: -999""",
        SDP,
    ),
    Torture(
        "scalar02",
        "3.1.2.4",
        400,
        f"""REGISTER sip:example.com SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK342sdfoi3
To: <sip:user@example.com>
From: <sip:user@example.com>;tag=239232jh3
CSeq: {_LARGE} REGISTER
Call-ID: scalar02.23o0pd9vanlq3wnrlnewofjas9ui32
Max-Forwards: 300
Expires: 1{"0" * 100}
Contact: <sip:user@host129.example.com>
  ;expires=280297596632815
Content-Length: @LENGTH""",
    ),
    Torture(
        "scalarlg",
        "3.1.2.5",
        SILENCE,
        """SIP/2.0 503 Service Unavailable
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKzzxdiwo34sw;received=192.0.2.129
To: <sip:user@example.com>
From: <sip:other@example.net>;tag=2easdjfejw
CSeq: 9292394834772304023312 OPTIONS
Call-ID: scalarlg.noase0of0234hn2qofoaf0232aewf2394r
Retry-After: 949302838503028349304023988
Warning: 1812 overture "In Progress"
Content-Length: @LENGTH""",
    ),
    # Where the name ends is clear: nobody needs it.
    Torture(
        "quotbal",
        "3.1.2.6",
        CALL,
        """INVITE sip:user@example.com SIP/2.0
To: "Mr. J. User <sip:j.user@example.com>
From: sip:caller@example.net;tag=93334
Max-Forwards: 10
Call-ID: quotbal.aksdj
Contact: <sip:caller@host59.example.net>
CSeq: 8 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK39234
Content-Type: application/sdp
Content-Length: @LENGTH""",
        SDP,
        caller="caller",
        called="user",
    ),
    Torture(
        "ltgtruri",
        "3.1.2.7",
        400,
        """INVITE <sip:user@example.com> SIP/2.0
To: sip:user@example.com
From: sip:caller@example.net;tag=39291
Max-Forwards: 23
Call-ID: ltgtruri.1@192.0.2.5
CSeq: 1 INVITE
Via: SIP/2.0/@TRANSPORT @HERE
Contact: <sip:caller@host5.example.net>
Content-Type: application/sdp
Content-Length: @LENGTH""",
        SDP,
        over_tcp=SILENCE,
    ),
    Torture(
        "lwsruri",
        "3.1.2.8",
        400,
        """INVITE sip:user@example.com; lr SIP/2.0
To: sip:user@example.com;tag=3xfe-9921883-z9f
From: sip:caller@example.net;tag=231413434
Max-Forwards: 5
Call-ID: lwsruri.asdfasdoeoi2323-asdfwrn23-asd834rk423
CSeq: 2130706432 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw2395
Contact: <sip:caller@host1.example.net>
Content-Type: application/sdp
Content-Length: @LENGTH""",
        SDP,
        over_tcp=SILENCE,
    ),
    Torture(
        "lwsstart",
        "3.1.2.9",
        400,
        """INVITE  sip:user@example.com  SIP/2.0
Max-Forwards: 8
To: sip:user@example.com
From: sip:caller@example.net;tag=8814
Call-ID: lwsstart.dfknq234oi243099adsdfnawe3@example.com
CSeq: 1893884 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw3923
Contact: <sip:caller@host1.example.net>
Content-Type: application/sdp
Content-Length: @LENGTH""",
        SDP,
        over_tcp=SILENCE,
    ),
    Torture(
        "trws",
        "3.1.2.10",
        400,
        """OPTIONS sip:remote-target@example.com SIP/2.0@SPACES
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK299342093
To: <sip:remote-target@example.com>
From: <sip:local-resource@example.com>;tag=329429089
Call-ID: trws.oicu34958239neffasdhr2345r
Accept: application/sdp
CSeq: 238923 OPTIONS
Max-Forwards: 70
Content-Length: @LENGTH""",
        raw=(("@SPACES", b"  "),),
        over_tcp=SILENCE,
    ),
    # What the address wants to have said in headers is nobody's word, and is left.
    Torture(
        "escruri",
        "3.1.2.11",
        CALL,
        """INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0
To: sip:user@example.com
From: sip:caller@example.net;tag=341518
Max-Forwards: 7
Contact: <sip:caller@host39923.example.net>
Call-ID: escruri.23940-asdfhj-aje3br-234q098w-fawerh2q-h4n5
CSeq: 149209342 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Content-Type: application/sdp
Content-Length: @LENGTH""",
        SDP,
        caller="caller",
        called="user",
    ),
    # Nobody needs the date.
    Torture(
        "baddate",
        "3.1.2.12",
        CALL,
        """INVITE sip:user@example.com SIP/2.0
To: sip:user@example.com
From: sip:caller@example.net;tag=2234923
Max-Forwards: 70
Call-ID: baddate.239423mnsadf3j23lj42--sedfnm234
CSeq: 1392934 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Date: Fri, 01 Jan 2010 16:00:00 EST
Contact: <sip:caller@host5.example.net>
Content-Type: application/sdp
Content-Length: @LENGTH""",
        SDP,
        caller="caller",
        called="user",
    ),
    Torture(
        "regbadct",
        "3.1.2.13",
        501,
        """REGISTER sip:example.com SIP/2.0
To: sip:user@example.com
From: sip:user@example.com;tag=998332
Max-Forwards: 70
Call-ID: regbadct.k345asrl3fdbv@10.0.0.1
CSeq: 1 REGISTER
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Contact: sip:user@example.com?Route=%3Csip:sip.example.com%3E
l: @LENGTH""",
    ),
    # Blanks around an address change nothing.
    Torture(
        "badaspec",
        "3.1.2.14",
        200,
        """OPTIONS sip:user@example.org SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdju43234
Max-Forwards: 70
From: "Bell, Alexander" <sip:a.g.bell@example.com>;tag=433423
To: "Watson, Thomas" < sip:t.watson@example.org >
Call-ID: badaspec.sdf0234n2nds0a099u23h3hnnw009cdkne3
Accept: application/sdp
CSeq: 3923239 OPTIONS
l: @LENGTH""",
    ),
    # Who calls is clear all the same.
    Torture(
        "baddn",
        "3.1.2.15",
        200,
        """OPTIONS sip:t.watson@example.org SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Max-Forwards: 70
From: Bell, Alexander <sip:a.g.bell@example.com>;tag=43
To: Watson, Thomas <sip:t.watson@example.org>
Call-ID: baddn.31415@c.example.com
Accept: application/sdp
CSeq: 3923239 OPTIONS
l: @LENGTH""",
    ),
    Torture(
        "badvers",
        "3.1.2.16",
        505,
        """OPTIONS sip:t.watson@example.org SIP/7.0
Via: SIP/7.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Max-Forwards: 70
From: A. Bell <sip:a.g.bell@example.com>;tag=qweoiqpe
To: T. Watson <sip:t.watson@example.org>
Call-ID: badvers.31417@c.example.com
CSeq: 1 OPTIONS
l: @LENGTH""",
        over_tcp=SILENCE,
    ),
    Torture(
        "mismatch01",
        "3.1.2.17",
        400,
        """OPTIONS sip:user@example.com SIP/2.0
To: sip:j.user@example.com
From: sip:caller@example.net;tag=34525
Max-Forwards: 6
Call-ID: mismatch01.dj0234sxdfl3
CSeq: 8 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
l: @LENGTH""",
    ),
    Torture(
        "mismatch02",
        "3.1.2.18",
        400,
        """NEWMETHOD sip:user@example.com SIP/2.0
To: sip:j.user@example.com
From: sip:caller@example.net;tag=34525
Max-Forwards: 6
Call-ID: mismatch02.dj0234sxdfl3
CSeq: 8 INVITE
Contact: <sip:caller@host.example.net>
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Content-Type: application/sdp
l: @LENGTH""",
        SDP,
    ),
    Torture(
        "bigcode",
        "3.1.2.19",
        SILENCE,
        """SIP/2.0 4294967301 better not break the receiver
Via: SIP/2.0/@TRANSPORT 192.0.2.105;branch=z9hG4bK2398ndaoe
Call-ID: bigcode.asdof3uj203asdnf3429uasdhfas3ehjasdfas9i
CSeq: 353494 INVITE
From: <sip:user@example.com>;tag=39ansfi3
To: <sip:user@example.edu>;tag=902jndnke3
Content-Length: @LENGTH
Contact: <sip:user@host105.example.com>""",
    ),
)
