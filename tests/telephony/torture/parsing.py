"""RFC 4475, 3.1.1: messages that are valid, however strange they look."""

from __future__ import annotations

from tests.telephony.torture.message import CALL, SDP, SILENCE, Torture

_LONG = "verylong" * 30

VALID_MESSAGES = (
    # In a call that there is not: its To has a tag.
    Torture(
        "wsinv",
        "3.1.1.1",
        481,
        """INVITE sip:4912345@chair.example.com;unknownparam SIP/2.0
TO :
 sip:4912345@chair.example.com ;   tag    = 1918181833n
from   : "J Tormentor \\\\\\""       <sip:jt@example.com>
  ;
  tag = 98asjd8
MaX-fOrWaRdS: 0068
Call-ID: wsinv.ndaksdj@192.0.2.1
Content-Length   : @LENGTH
cseq: 0009
  INVITE
Via  : SIP  /   2.0
 /@TRANSPORT
    @HERE;branch=390skdjuw
s :
NewFangledHeader:   newfangled value
 continued newfangled value
UnknownHeaderWithUnusualValue: ;;,,;;,;
Content-Type: application/sdp
Route:
 <sip:services.example.com;lr;unknownwith=value;unknown-no-value>
v:  SIP  / 2.0  / TCP     spindle.example.com   ;
  branch  =   z9hG4bK9ikj8  ,
 SIP  /    2.0   / UDP  192.168.255.111   ; branch=
 z9hG4bK30239
m:"Quoted string \\"\\"" <sip:jt@example.com> ; newparam =
      newvalue ;
  secondparam ; q = 0.33""",
        SDP,
    ),
    Torture(
        "intmeth",
        "3.1.1.2",
        501,
        """!interesting-Method0123456789_*+`.%indeed'~ sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK-.!%66*_+`'~
To: "BEL:@BELL NUL:@NULL DEL:@DELETE" <sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*@example.com>
From: token1~` token2'+_ token3*%!.- <sip:mundane@example.com>;fromParam''~+*_!.-%="работающий";tag=_token~1'+`*%!-.
Call-ID: intmeth.word%ZK-!.*_+'@word`~)(><:\\/"][?}{
CSeq: 139122385 !interesting-Method0123456789_*+`.%indeed'~
Max-Forwards: 255
extensionHeader-!.%*+_`'~:\ufeff大停電
Content-Length: @LENGTH""",  # noqa: E501 a line of SIP
        raw=(("@BELL", b"\\\x07"), ("@NULL", b"\\\x00"), ("@DELETE", b"\\\x7f")),
    ),
    Torture(
        "esc01",
        "3.1.1.3",
        CALL,
        """INVITE sip:sips%3Auser%40example.com@example.net SIP/2.0
To: sip:%75se%72@example.com
From: <sip:I%20have%20spaces@example.net>;tag=938
Max-Forwards: 87
i: esc01.239409asdfakjkn23onasd0-3234
CSeq: 234234 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
C: application/sdp
Contact:
  <sip:cal%6Cer@host5.example.net;%6C%72;n%61me=v%61lue%25%34%31>
Content-Length: @LENGTH""",
        SDP,
        caller="I have spaces",
        called="sips:user@example.com",
    ),
    Torture(
        "escnull",
        "3.1.1.4",
        501,
        """REGISTER sip:example.com SIP/2.0
To: sip:null-%00-null@example.com
From: sip:null-%00-null@example.com;tag=839923423
Max-Forwards: 70
Call-ID: escnull.39203ndfvkjdasfkq3w4otrq0adsfdfnavd
CSeq: 14398234 REGISTER
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Contact: <sip:%00@host5.example.com>
Contact: <sip:%00%00@host5.example.com>
L:@LENGTH""",
    ),
    # Not REGISTER: a method is no address.
    Torture(
        "esc02",
        "3.1.1.5",
        501,
        """RE%47IST%45R sip:registrar.example.com SIP/2.0
To: "%Z%45" <sip:resource@example.com>
From: "%Z%45" <sip:resource@example.com>;tag=f232jadfj23
Call-ID: esc02.asdfnqwo34rq23i34jrjasdcnl23nrlknsdf
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK209%fzsnel234
CSeq: 29344 RE%47IST%45R
Max-Forwards: 70
Contact: <sip:alias1@host1.example.com>
C%6Fntact: <sip:alias2@host2.example.com>
Contact: <sip:alias3@host3.example.com>
l: @LENGTH""",
    ),
    Torture(
        "lwsdisp",
        "3.1.1.6",
        200,
        """OPTIONS sip:user@example.com SIP/2.0
To: sip:user@example.com
From: caller<sip:caller@example.com>;tag=323
Max-Forwards: 70
Call-ID: lwsdisp.1234abcd@funky.example.com
CSeq: 60 OPTIONS
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
l: @LENGTH""",
    ),
    Torture(
        "longreq",
        "3.1.1.7",
        CALL,
        f"""INVITE sip:user@example.com SIP/2.0
To: "I have a user name of extreme proportion"<sip:user@example.com:6000;unknownparam1=verylongvalue;longparam{_LONG}=shortvalue;very{_LONG}ParameterNameWithNoValue>
F: sip:am{_LONG}name@example.net;tag=12982982982982982982982982982982982982982982982982982982982982982982982982982424;unknownheaderparam{_LONG}name=unknownheaderparam{_LONG}value;unknownValueless{_LONG}paramname
Call-ID: longreq.one{_LONG}call-id
CSeq: 3882340 INVITE
Unknown-{_LONG}-Name: unknown-{_LONG}-value; unknown-{_LONG}-parameter-name = unknown-{_LONG}-parameter-value
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKbranch{"0" * 100}
v: SIP/2.0/TCP sip33.example.com
v: SIP/2.0/TCP sip32.example.com
V: SIP/2.0/TCP sip31.example.com
Via: SIP/2.0/TCP sip30.example.com, SIP/2.0/TCP sip29.example.com, SIP/2.0/UDP sip28.example.com;very{_LONG}=value
Max-Forwards: 70
Contact: <sip:amazinglylongcallername{_LONG}@host5.example.net>
Content-Type: application/sdp
l: @LENGTH""",  # noqa: E501 lines of SIP
        SDP,
        caller=f"am{_LONG}name",
        called="user",
    ),
    # What follows the message is not read from a datagram; on a connection it is the next one.
    Torture(
        "dblreq",
        "3.1.1.8",
        501,
        """REGISTER sip:example.com SIP/2.0
To: sip:j.user@example.com
From: sip:j.user@example.com;tag=43251j3j324
Max-Forwards: 8
I: dblreq.0ha0isndaksdj99sdfafnl3lk233412
Contact: sip:j.user@host.example.com
CSeq: 8 REGISTER
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw23492
Content-Length: 0

INVITE sip:joe@example.com SIP/2.0
t: sip:joe@example.com
From: sip:caller@example.net;tag=141334
Max-Forwards: 8
Call-ID: dblreq.0ha0isnda977644900765@192.0.2.15
CSeq: 8 INVITE
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw380234
Content-Type: application/sdp
Content-Length: @LENGTH""",
        SDP,
    ),
    Torture(
        "semiuri",
        "3.1.1.9",
        200,
        """OPTIONS sip:user;par=u%40example.net@example.com SIP/2.0
To: sip:j_user@example.com
From: sip:caller@example.org;tag=33242
Max-Forwards: 3
Call-ID: semiuri.0ha0isndaksdj
CSeq: 8 OPTIONS
Accept: application/sdp, application/pkcs7-mime,
        multipart/mixed, multipart/signed,
        message/sip, message/sipfrag
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
l: @LENGTH""",
    ),
    Torture(
        "transports",
        "3.1.1.10",
        200,
        """OPTIONS sip:user@example.com SIP/2.0
To: sip:user@example.com
From: <sip:caller@example.com>;tag=323
Max-Forwards: 70
Call-ID: transports.kijh4akdnaqjkwendsasfdj
Accept: application/sdp
CSeq: 60 OPTIONS
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bKkdjuw
Via: SIP/2.0/SCTP t2.example.com;branch=z9hG4bKklasjdhf
Via: SIP/2.0/TLS t3.example.com;branch=z9hG4bK2980unddj
Via: SIP/2.0/UNKNOWN t4.example.com;branch=z9hG4bKasd0f3en
Via: SIP/2.0/TCP t5.example.com;branch=z9hG4bK0a9idfnee
l: @LENGTH""",
    ),
    Torture(
        "mpart01",
        "3.1.1.11",
        501,
        """MESSAGE sip:kumiko@example.org SIP/2.0
Via: SIP/2.0/@TRANSPORT @HERE;branch=z9hG4bK-d87543-4dade06d0bdb11ee-1--d87543-;rport
Max-Forwards: 70
Route: <sip:127.0.0.1:5080>
Identity: r5mwreLuyDRYBi/0TiPwEsY3rEVsk/G2WxhgTV1PF7hHuLIK0YWVKZhKv9Mj8UeXqkMVbnVq37CD+813gvYjcBUaZngQmXc9
Contact: <sip:fluffy@127.0.0.1:5070>
To: <sip:kumiko@example.org>
From: <sip:fluffy@example.com>;tag=2fb0dcc9
Call-ID: mpart01.3d9485ad0c49859b@Zmx1ZmZ5LW1hYy0xNi5sb2NhbA..
CSeq: 1 MESSAGE
Content-Transfer-Encoding: binary
Content-Type: multipart/mixed;boundary=7a9cbec02ceef655
Date: Sat, 15 Oct 2005 04:44:56 GMT
User-Agent: SIPimp.org/0.2.5 (curses)
Content-Length: @LENGTH""",
        b"--7a9cbec02ceef655\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\n\r\nHello\r\n"
        b"--7a9cbec02ceef655\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\n\r\n"
        + bytes(range(256))
        + b"\r\n--7a9cbec02ceef655--\r\n",
    ),
    Torture(
        "unreason",
        "3.1.1.12",
        SILENCE,
        """SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять - простое
Via: SIP/2.0/@TRANSPORT 192.0.2.198;branch=z9hG4bK1324923
Call-ID: unreason.1234ksdfak3j2erwedfsASdf
CSeq: 35 INVITE
From: sip:user@example.com;tag=11141343
To: sip:user@example.edu;tag=2229
Content-Length: @LENGTH
Content-Type: application/sdp
Contact: <sip:user@host198.example.com>""",
        SDP,
    ),
    Torture(
        "noreason",
        "3.1.1.13",
        SILENCE,
        """SIP/2.0 100 @NOTHING
Via: SIP/2.0/@TRANSPORT 192.0.2.105;branch=z9hG4bK2398ndaoe
Call-ID: noreason.asndj203insdf99223ndf
CSeq: 35 INVITE
From: <sip:user@example.com>;tag=39ansfi3
To: <sip:user@example.edu>;tag=902jndnke3
Content-Length: @LENGTH
Contact: <sip:user@host105.example.com>""",
        raw=(("@NOTHING", b""),),
    ),
)
